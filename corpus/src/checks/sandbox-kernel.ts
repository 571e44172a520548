import type { Session } from 'repltool';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Checks } from '../check.ts';
import { stoppedByPolicy } from './sandbox-walls.ts';

const EPERM = 1;
const ENOSYS = 38;
const REFUSED = [EPERM, ENOSYS];

/** EPERM, ENOSYS, ESRCH and EBADF, as the cells give them: negative. */
const OUT_OF_REACH = [-1, -38, -3, -9];

/** Number, return value and errno of system calls. */
const callsSchema = z.array(z.tuple([z.number(), z.number(), z.number()]));

/** @param text a list of tuples of numbers, as Python shows it */
function expectRefused(text: string | null, numbers: readonly number[]): void {
  const json = (text ?? '').replaceAll('(', '[').replaceAll(')', ']');
  const calls = callsSchema.parse(JSON.parse(json));
  expect(calls.map(([number]) => number)).toEqual(numbers);
  for (const [, returned, errno] of calls) {
    expect(returned).toBe(-1);
    expect(REFUSED).toContain(errno);
  }
}

/** System calls by the door for 32-bit programs: `getpid`, `ptrace` and `bpf` by their numbers there. */
const CALLS_OF_32_BITS = `
import ctypes, mmap
def call(number):
    code = bytes([0xb8]) + number.to_bytes(4, 'little') + bytes([0x53, 0x31, 0xdb, 0x31, 0xc9, 0xcd, 0x80, 0x5b, 0xc3])
    memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))()
[call(number) for number in (20, 26, 357)]`;

const privilegesSchema = z.object({
  mknod: z.number(),
  chroot: z.number(),
  setuid: z.number(),
  mount: z.number(),
  uid: z.number(),
  nnp: z.array(z.string()),
  ro: z.array(z.string()),
});

/** The end of the case's cell, which strict mode does not get to, since there is nowhere to write `s.sh`. */
async function restOf(session: Session | undefined, code: string): Promise<unknown> {
  const rest = code.slice(code.indexOf("r['ro'] = []"));
  return (await session?.execute(rest))?.result;
}

/** Calls that no cell may make, and rights that none has. */
export const SANDBOX_KERNEL_CHECKS: Checks = {
  'sb-005-ptrace'(replayed) {
    if (stoppedByPolicy(replayed)) return;
    const calls = z
      .object({
        ptrace_attach: z.number(),
        pvm_readv: z.number(),
        pidfd_getfd: z.number(),
        pids: z.boolean(),
      })
      .parse(replayed.cell(1).result);
    expect(OUT_OF_REACH).toContain(calls.ptrace_attach);
    expect(OUT_OF_REACH).toContain(calls.pidfd_getfd);
    // Its vectors are empty: zero would be nothing read.
    expect(calls.pvm_readv).toBeLessThanOrEqual(0);
    expect(calls.pids).toBe(true);
  },

  async 'sb-006-io-uring'(replayed) {
    if (stoppedByPolicy(replayed)) return;
    expectRefused(replayed.cell(1).result_text, [425, 426, 427]);
    const others: readonly (readonly [language: string, code: string, text: string | null])[] = [
      ['python', "len(open('/proc/self/comm').read()) > 1", 'True'],
      [
        'node',
        "(await (await import('node:fs/promises')).readFile('/proc/self/comm')).length > 1",
        'true',
      ],
      ['bash', 'read -r name < /proc/self/comm && [ -n "$name" ]', null],
    ];
    const { engine, plan } = replayed;
    for (const [language, code, result_text] of others) {
      await using session = await engine.createSession({ language, sandbox_mode: plan.mode });
      expect(await session.execute(code)).toMatchObject({ status: 'ok', result_text });
    }
  },

  async 'sb-010-privileged-fs'(replayed) {
    if (stoppedByPolicy(replayed)) return;
    const { cell, plan, sessions } = replayed;
    const [{ code } = { code: '' }] = sessions[0]?.history().executions ?? [];
    // The workspace of strict mode cannot be written to; see docs/behaviour.md.
    if (plan.mode === 'strict')
      expect(cell(1)).toMatchObject({ status: 'error', exception: { name: 'OSError' } });
    else expect(cell(1)).toMatchObject({ status: 'ok' });
    const result = plan.mode === 'strict' ? await restOf(sessions[0], code) : cell(1).result;
    const privileges = privilegesSchema.parse(result);
    for (const errno of [privileges.mknod, privileges.chroot]) expect(REFUSED).toContain(errno);
    expect(privileges).toMatchObject({ mount: -1, ro: [] });
    // An errno, and so a failure; there is no user 0 in the sandbox to become.
    expect(privileges.setuid).toBeGreaterThan(0);
    expect(privileges.uid).not.toBe(0);
    const status = privileges.nnp.map((line) => line.trim().replace(/\s+/, ' '));
    expect(status.toSorted()).toEqual([
      ...['CapEff: 0000000000000000', 'NoNewPrivs: 1', 'Seccomp: 2'],
    ]);
    const left = await sessions[0]?.execute("import os\nos.path.exists('n')");
    expect(left).toMatchObject({ status: 'ok', result: false });
    if (plan.mode === 'strict') return;
    // The bit that would make it run as its owner has no effect.
    const ran = await sessions[0]?.execute(
      "subprocess.run(['./s.sh'], capture_output=True, text=True).stdout.strip() == str(os.getuid())",
    );
    expect(ran).toMatchObject({ status: 'ok', result: true });
  },

  async 'sb-011-keyctl'(replayed) {
    if (stoppedByPolicy(replayed)) return;
    const { cell, engine, plan } = replayed;
    const calls = z.record(z.string(), z.number()).parse(cell(1).result);
    expect(Object.keys(calls)).toEqual(['add_key', 'request_key', 'keyctl']);
    const allowed = Object.values(calls).some((returned) => returned >= 0);
    if (plan.mode !== 'relaxed' || !allowed) {
      for (const returned of Object.values(calls)) expect(REFUSED).toContain(-returned);
      return;
    }
    await using other = await engine.createSession({
      language: 'python',
      sandbox_mode: plan.mode,
    });
    const found = await other.execute(
      "import ctypes\nctypes.CDLL(None).syscall(249, b'user', b'repl-k', 0, 0)",
    );
    expect(found).toMatchObject({ status: 'ok', result: -1 });
  },

  async 'sb-016-x32'(replayed) {
    if (stoppedByPolicy(replayed)) return;
    const { cell, sessions } = replayed;
    if (cell(1).status === 'ok') {
      expectRefused(cell(1).result_text, [101, 272, 425]);
    } else {
      expect(cell(1)).toMatchObject({
        status: 'crashed',
        failure: { code: 'InterpreterCrashed', message: 'The interpreter was ended by SIGSYS.' },
      });
      expect(cell(1).execution_time_ms).toBeLessThan(2000);
    }
    const doors = await sessions[0]?.execute(CALLS_OF_32_BITS);
    if (doors?.status === 'ok') {
      for (const returned of z.array(z.number()).parse(doors.result))
        expect(REFUSED).toContain(-returned);
    } else {
      expect(doors?.failure?.message).toContain('SIGSYS');
      expect(doors?.execution_time_ms).toBeLessThan(2000);
    }
  },
};

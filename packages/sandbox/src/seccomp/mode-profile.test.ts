import { describe, expect, test } from 'vitest';
import { simulate } from '../../test/seccomp/simulate.ts';
import { seccompArchitecture } from './architecture.ts';
import { compileSeccompProfile } from './compile.ts';
import { createFilterCache } from './filter-cache.ts';
import { modeProfile, type SeccompNeeds } from './mode-profile.ts';
import { parseSeccompProfile } from './profile.ts';

const STRICT: SeccompNeeds = { processes: 'none', network: 'none' };
const STANDARD: SeccompNeeds = { processes: 'toolbox', network: 'isolated' };
const RELAXED: SeccompNeeds = { processes: 'system', network: 'loopback' };

const NEVER = [
  ...['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'kcmp', 'pidfd_getfd'],
  ...['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'io_setup', 'io_submit'],
  ...['keyctl', 'add_key', 'request_key', 'bpf', 'perf_event_open', 'userfaultfd', 'fanotify_init'],
  ...['unshare', 'setns', 'mount', 'umount2', 'pivot_root', 'chroot', 'open_tree', 'move_mount'],
  ...['fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr', 'statmount', 'listmount'],
  ...['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module', 'reboot'],
  ...['swapon', 'swapoff', 'settimeofday', 'clock_settime', 'clock_adjtime', 'adjtimex', 'acct'],
  ...['quotactl', 'quotactl_fd', 'open_by_handle_at', 'name_to_handle_at', 'syslog', 'vhangup'],
  ...['sethostname', 'setdomainname', 'iopl', 'ioperm', 'modify_ldt', 'uselib', 'lookup_dcookie'],
  ...['mbind', 'migrate_pages', 'move_pages', 'set_mempolicy', 'memfd_secret', 'sync', 'syncfs'],
  ...['vmsplice', 'remap_file_pages', 'create_module', 'nfsservctl', 'sysfs', 'ustat'],
];
const ALWAYS = [
  'read',
  'openat',
  'mmap',
  'futex',
  'execve',
  'exit_group',
  'rt_sigreturn',
  'getrandom',
  'rseq',
];

const CLONE_THREAD = 0x10000n;
const CLONE_VM_VFORK = 0x4100n;
const NAMESPACES = [
  0x20000n,
  0x2000000n,
  0x4000000n,
  0x8000000n,
  0x10000000n,
  0x20000000n,
  0x40000000n,
];

describe.each(['x64', 'arm64'])('on %s', (arch) => {
  const architecture = seccompArchitecture(arch);
  const verdict = (needs: SeccompNeeds, name: string, args: readonly bigint[] = []): string => {
    const nr = architecture.syscalls.get(name);
    if (nr === undefined) return 'absent';
    return simulate(compileSeccompProfile(modeProfile(needs), architecture), {
      arch: architecture.audit,
      nr,
      args,
    });
  };

  test.each([STRICT, STANDARD, RELAXED])(
    'dangerous calls answer EPERM in every mode (R-SBX-14): %o',
    (needs) => {
      for (const name of NEVER)
        expect([name, verdict(needs, name)]).toEqual([
          name,
          expect.stringMatching(/^(ERRNO\(1\)|absent)$/),
        ]);
      for (const name of ALWAYS) expect([name, verdict(needs, name)]).toEqual([name, 'ALLOW']);
      expect(verdict(needs, 'clone3')).toBe('ERRNO(38)');
    },
  );

  test('strict makes threads, the others processes, none a namespace', () => {
    expect(verdict(STRICT, 'clone', [CLONE_THREAD | 0x3d0f00n])).toBe('ALLOW');
    for (const flags of [17n, CLONE_VM_VFORK | 17n]) {
      expect(verdict(STRICT, 'clone', [flags])).toBe('ERRNO(1)');
      expect(verdict(STANDARD, 'clone', [flags])).toBe('ALLOW');
      expect(verdict(RELAXED, 'clone', [flags])).toBe('ALLOW');
    }
    for (const namespace of NAMESPACES)
      for (const needs of [STRICT, STANDARD, RELAXED])
        for (const flags of [17n | namespace, CLONE_THREAD | namespace])
          expect([flags, verdict(needs, 'clone', [flags])]).toEqual([flags, 'ERRNO(1)']);
    for (const name of ['fork', 'vfork', 'execveat', 'memfd_create'])
      expect([name, verdict(STRICT, name)]).toEqual([
        name,
        expect.stringMatching(/^(ERRNO\(1\)|absent)$/),
      ]);
  });

  test('socket families, types and protocols', () => {
    const socket = (needs: SeccompNeeds, ...args: bigint[]): string =>
      verdict(needs, 'socket', args);
    const [STREAM, DGRAM, RAW, CLOEXEC, HIGH] = [1n, 2n, 3n, 0x80000n, 0xdead_0000_0000n];
    for (const family of [1n, 2n, 10n]) {
      expect(socket(STRICT, family, STREAM, 0n)).toBe('ERRNO(1)');
      expect(socket(STANDARD, family, STREAM | CLOEXEC, 0n)).toBe('ALLOW');
      expect(socket(STANDARD, family, DGRAM, 0n)).toBe('ALLOW');
    }
    expect(socket(STANDARD, 2n, STREAM, 6n)).toBe('ALLOW');
    expect(socket(STANDARD, 2n, DGRAM, 17n)).toBe('ALLOW');
    for (const [family, type, protocol] of [
      [2n, RAW, 1n],
      [2n, DGRAM, 1n],
      [2n, STREAM, 132n],
      [10n, RAW, 58n],
      [16n, RAW, 0n],
      [17n, RAW, 0n],
      [38n, 5n, 0n],
      [40n, STREAM, 0n],
    ] as const)
      expect(socket(RELAXED, family, type, protocol)).toBe('ERRNO(1)');
    // The kernel reads the low 32 bits alone, and so does the filter.
    expect(socket(STANDARD, 1n | HIGH, STREAM, 0n)).toBe('ALLOW');
    expect(socket(STANDARD, 16n | HIGH, RAW, 0n)).toBe('ERRNO(1)');
    expect(verdict(STRICT, 'socketpair', [1n, STREAM, 0n])).toBe('ERRNO(1)');
    expect(verdict(STANDARD, 'socketpair', [1n, STREAM, 0n])).toBe('ALLOW');
  });

  test('typing into a terminal is refused whatever the high bits of the request', () => {
    for (const request of [0x5412n, 0x541cn])
      for (const high of [0n, 0xffff_ffff_0000_0000n])
        expect(verdict(RELAXED, 'ioctl', [0n, request | high])).toBe('ERRNO(1)');
    expect(verdict(STRICT, 'ioctl', [0n, 0x5401n])).toBe('ALLOW');
  });

  test('nodes are made for files, FIFOs and sockets, not for devices', () => {
    for (const [type, expected] of [
      [0n, 'ALLOW'],
      [0x8000n, 'ALLOW'],
      [0x1000n, 'ALLOW'],
      [0xc000n, 'ALLOW'],
      [0x2000n, 'ERRNO(1)'],
      [0x6000n, 'ERRNO(1)'],
    ] as const) {
      expect(verdict(RELAXED, 'mknodat', [0n, 0n, type | 0o600n])).toBe(expected);
      expect([expected, 'absent']).toContain(verdict(RELAXED, 'mknod', [0n, type | 0o600n]));
    }
  });

  test('a process cannot undo that it dies with the server, nor change its personality', () => {
    expect(verdict(RELAXED, 'prctl', [1n, 0n])).toBe('ERRNO(1)');
    expect(verdict(STRICT, 'prctl', [15n])).toBe('ALLOW');
    expect(verdict(STRICT, 'personality', [0xffffffffn])).toBe('ALLOW');
    expect(verdict(RELAXED, 'personality', [0x40000n])).toBe('ERRNO(1)');
  });

  test('a filter is compiled once for each need', () => {
    const cache = createFilterCache(arch);
    const strict = { mode: 'strict', ...STRICT } as const;
    expect(cache.get(strict)).toBe(cache.get({ ...strict }));
    expect(cache.get(strict)).not.toBe(cache.get({ mode: 'standard', ...STANDARD }));
  });
});

test('a processor without a table is refused by name', () => {
  expect(() => createFilterCache('riscv64')).toThrow(
    expect.objectContaining({
      code: 'SandboxUnavailable',
      message: expect.stringContaining('riscv64') as string,
    }) as Error,
  );
});

describe("an operator may put a profile in the place of a mode's own", () => {
  const permissive = { defaultAction: 'SCMP_ACT_ALLOW', syscalls: [] };

  test('for that mode alone', () => {
    const cache = createFilterCache('x64', { relaxed: permissive });
    const { audit } = seccompArchitecture('x64');
    const ptrace = { arch: audit, nr: 101 };
    expect(simulate(cache.get({ mode: 'relaxed', ...RELAXED }), ptrace)).toBe('ALLOW');
    expect(simulate(cache.get({ mode: 'standard', ...STANDARD }), ptrace)).toBe('ERRNO(1)');
  });

  test.each([
    [
      'an unknown call',
      { ...permissive, syscalls: [{ names: ['raed'], action: 'SCMP_ACT_ALLOW' }] },
      'raed',
    ],
    ['an unknown member', { ...permissive, sycalls: [] }, 'OCI'],
    ['something else', 'allow', 'OCI'],
  ])('and %s is refused by name', (_, profile, word) => {
    expect(() => createFilterCache('x64', { standard: profile })).toThrow(
      expect.objectContaining({
        code: 'InvalidRequest',
        message: expect.stringContaining(word) as string,
      }) as Error,
    );
  });

  test('the profile of a mode is itself one in the format', () => {
    expect(parseSeccompProfile(JSON.parse(JSON.stringify(modeProfile(STANDARD))))).toEqual(
      modeProfile(STANDARD),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { seccompArchitecture } from '../../src/seccomp/architecture.ts';
import { createFixture, json } from '../fixture.ts';
import { MODES, RELAXED, STANDARD, STRICT } from '../modes.ts';

const fixture = createFixture();
const { syscalls } = seccompArchitecture(process.arch);

/** Arguments that would make each call do something, or fail otherwise than by EPERM, were it let through. */
const DENIED: Readonly<Record<string, readonly (number | string)[]>> = {
  ptrace: [0, 0, 0, 0],
  process_vm_readv: ['SELF', 0, 0, 0, 0, 0],
  process_vm_writev: ['SELF', 0, 0, 0, 0, 0],
  process_madvise: [-1, 0, 0, 0, 0],
  kcmp: ['SELF', 'SELF', 0, 0, 0],
  pidfd_getfd: [0, 0, 0],
  io_uring_setup: [8, 'BUFFER'],
  io_uring_enter: [0, 0, 0, 0, 0, 0],
  io_uring_register: [0, 0, 0, 0],
  io_setup: [8, 'BUFFER'],
  keyctl: [0, -5, 0, 0, 0],
  add_key: ['user', 'name', 'value', 1, -5],
  request_key: ['user', 'name', 0, 0],
  bpf: [0, 'BUFFER', 64],
  perf_event_open: ['BUFFER', 0, -1, -1, 0],
  userfaultfd: [1],
  fanotify_init: [0, 0],
  unshare: [0],
  setns: [0, 0],
  mount: ['none', '/tmp', 'tmpfs', 0, 0],
  umount2: ['/tmp', 0],
  pivot_root: ['/', '/'],
  chroot: ['/'],
  open_tree: [-100, '/', 0],
  move_mount: [-1, '', -1, '', 0],
  fsopen: ['tmpfs', 0],
  fsconfig: [-1, 0, 0, 0, 0],
  fsmount: [-1, 0, 0],
  fspick: [-100, '/', 0],
  mount_setattr: [-100, '/', 0, 'BUFFER', 32],
  kexec_load: [0, 0, 0, 0],
  kexec_file_load: [-1, -1, 0, 0, 0],
  init_module: ['BUFFER', 0, ''],
  finit_module: [-1, '', 0],
  delete_module: ['nothing', 0],
  reboot: [0, 0, 0, 0],
  swapon: ['/tmp/x', 0],
  swapoff: ['/tmp/x'],
  settimeofday: ['BUFFER', 0],
  clock_settime: [0, 'BUFFER'],
  clock_adjtime: [0, 'BUFFER'],
  adjtimex: ['BUFFER'],
  acct: ['/tmp/x'],
  quotactl: [0, '/dev/x', 0, 0],
  quotactl_fd: [0, 0, 0, 0],
  name_to_handle_at: [-100, '/', 'BUFFER', 'BUFFER', 0],
  open_by_handle_at: [-100, 'BUFFER', 0],
  syslog: [10, 0, 0],
  vhangup: [],
  sethostname: ['x', 1],
  setdomainname: ['x', 1],
  mbind: [0, 0, 0, 0, 0, 0],
  set_mempolicy: [0, 0, 0],
  move_pages: [0, 0, 0, 0, 0, 0],
  migrate_pages: [0, 0, 0, 0],
  memfd_secret: [0],
  vmsplice: [1, 0, 0, 0],
  lookup_dcookie: [0, 'BUFFER', 8],
  iopl: [0],
  ioperm: [0, 1, 0],
  modify_ldt: [0, 'BUFFER', 8],
  personality: [0x40000],
  mknodat: [-100, '/tmp/device', 0o20666, 0x103],
};

const CALL = `
import ctypes, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(4096)
def call(number, *args):
    values = [ctypes.c_long(os.getpid()) if a == 'SELF' else buffer if a == 'BUFFER' else a.encode() if isinstance(a, str) else ctypes.c_long(a) for a in args]
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *values)
    return result if result >= 0 else -ctypes.get_errno()
`;
const EPERM = -1;
const ENOSYS = -38;

test.each(MODES)('each dangerous call answers EPERM in $mode mode (R-SBX-14)', async (rules) => {
  const wanted = Object.entries(DENIED).flatMap(([name, args]) => {
    const number = syscalls.get(name);
    return number === undefined ? [] : [[name, number, args] as const];
  });
  const code = `${CALL}
print(json.dumps({name: call(number, *args) for name, number, args in json.loads('''${JSON.stringify(wanted)}''')}))`;
  const seen = json(await fixture.python(rules, code)) as Record<string, number>;
  expect(seen).toEqual(Object.fromEntries(wanted.map(([name]) => [name, EPERM])));
});

describe.each(MODES)('in $mode mode', (rules) => {
  test('namespaces cannot be made by clone, nor clone3 be used to hide its flags', async () => {
    const code = `${CALL}
found = {}
for name, flags in [('user', 0x10000000), ('pid', 0x20000000), ('net', 0x40000000), ('mount', 0x20000), ('cgroup', 0x2000000), ('uts', 0x4000000), ('ipc', 0x8000000)]:
    found[name] = call(${syscalls.get('clone')}, flags | 17, 0, 0, 0, 0)
    if found[name] == 0: os._exit(0)
found['clone3'] = call(${syscalls.get('clone3')}, 'BUFFER', 88)
print(json.dumps(found))`;
    const names = ['user', 'pid', 'net', 'mount', 'cgroup', 'uts', 'ipc'];
    expect(json(await fixture.python(rules, code))).toEqual({
      ...Object.fromEntries(names.map((name) => [name, EPERM])),
      clone3: ENOSYS,
    });
  });

  test('nothing inside can undo that the sandbox dies with the server', async () => {
    const code = `${CALL}
print(json.dumps([libc.prctl(1, 0, 0, 0, 0), ctypes.get_errno()]))`;
    expect(json(await fixture.python(rules, code))).toEqual([-1, 1]);
  });

  if (process.arch === 'x64')
    test('the x32 range is refused, and 32-bit calls end the process', async () => {
      const code = `${CALL}
print(json.dumps([call(0x40000000 | n, 0, 0, 0) for n in (0, 39, 101, 272, 425)]))`;
      expect(json(await fixture.python(rules, code))).toEqual(
        Array.from({ length: 5 }, () => EPERM),
      );

      // mov eax, 20 (getpid of i386); int 0x80; ret
      const machineCode = `
import ctypes, mmap
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))
print('before', flush=True)
print(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))())`;
      const outcome = await fixture.python(rules, machineCode);
      // A kernel without the 32-bit ABI knows no such call at all.
      expect(outcome).toMatchObject({
        stdout: 'before\n',
        exit: { code: null, signal: expect.stringMatching(/^SIG(SYS|SEGV)$/) as string },
      });
    });

  test('typing into a terminal is refused, also with rubbish in the high half of the request', async () => {
    const code = `${CALL}
print(json.dumps([call(${syscalls.get('ioctl')}, 0, request, 'BUFFER') for request in (0x5412, 0x541c, 0x7fff000000005412)]))`;
    expect(json(await fixture.python(rules, code))).toEqual([EPERM, EPERM, EPERM]);
  });
});

test('what programs need goes on working', async () => {
  const code = `
import json, os, subprocess, tempfile, threading
found = {}
found['subprocess'] = subprocess.run(['/bin/sh', '-c', 'echo hi | cat'], capture_output=True, text=True).stdout
os.mkfifo('/tmp/fifo'); found['fifo'] = os.path.exists('/tmp/fifo')
import multiprocessing as mp
with mp.get_context('fork').Pool(2) as pool: found['pool'] = pool.map(abs, [-1, -2])
from multiprocessing import shared_memory
memory = shared_memory.SharedMemory(create=True, size=16); memory.close(); memory.unlink()
import asyncio
async def main():
    process = await asyncio.create_subprocess_exec('/bin/true'); return await process.wait()
found['asyncio'] = asyncio.run(main())
fd = os.memfd_create('x'); os.write(fd, b'x'); found['memfd'] = os.fstat(fd).st_size
os.chmod('/tmp/fifo', 0o600); os.utime('/tmp/fifo')
print(json.dumps(found))`;
  const expected = { subprocess: 'hi\n', fifo: true, pool: [1, 2], asyncio: 0, memfd: 1 };
  expect(json(await fixture.python(STANDARD, code))).toEqual(expected);
  expect(json(await fixture.python(RELAXED, code))).toEqual(expected);
});

test('programs of the system run in relaxed mode', async () => {
  const script = `
git init -q r && cd r && git config user.email a@b && git config user.name n && echo x > f && git add f && git commit -qm m && git log --oneline | wc -l
node -e 'const { spawnSync } = require("child_process"); const fs = require("fs"); fs.writeFileSync("/tmp/x", "1"); console.log(spawnSync("echo", ["from node"]).stdout.toString().trim()); new (require("worker_threads").Worker)("console.log(1 + 1)", { eval: true })'
tar cf - f | gzip | gunzip | tar tf -
sleep 0.01 & wait && echo waited`;
  const { stdout, stderr } = await fixture.shell(RELAXED, script);
  expect([stdout, stderr]).toEqual(['1\nfrom node\n2\nf\nwaited\n', '']);
});

test('strict mode still has threads, timers, files of its own and time', async () => {
  const code = `
import json, tempfile, threading, time, queue
q = queue.Queue(); threading.Thread(target=lambda: (time.sleep(0.01), q.put(1))).start()
print(json.dumps([q.get(), time.time() > 0, open(json.__file__).read(1) != '']))`;
  expect(json(await fixture.python(STRICT, code))).toEqual([1, true, true]);
});

import { expect } from 'vitest';
import { EVERY_MODE, describeBoundaryAttacks, type Attack } from '../src/attack.ts';
import { pythonSystemCall } from '../src/python.ts';

/** Numbers of x86-64, from the kernel's asm/unistd_64.h, with arguments that would be valid if the call were let through. */
const DENIED: Readonly<Record<string, readonly [number, ...(number | string)[]]>> = {
  io_uring_setup: [425, 8, 'ctypes.create_string_buffer(256)'],
  io_uring_enter: [426, 0, 1, 0, 0, 0],
  io_uring_register: [427, 0, 0, 0, 0],
  bpf: [321, 0, 'ctypes.create_string_buffer(128)', 128],
  perf_event_open: [298, 'ctypes.create_string_buffer(128)', 0, -1, -1, 0],
  userfaultfd: [323, 0],
  add_key: [248, `b'user'`, `b'k'`, `b'v'`, 1, -5],
  request_key: [249, `b'user'`, `b'k'`, 0, 0],
  keyctl: [250, 0, -5, 0],
  init_module: [175, 0, 0, `b''`],
  finit_module: [313, 0, `b''`, 0],
  delete_module: [176, `b'x'`, 0],
  kexec_load: [246, 0, 0, 0, 0],
  kexec_file_load: [320, -1, -1, 0, `b''`, 0],
  reboot: [169, 0, 0, 0, 0],
  swapon: [167, `b'/tmp'`, 0],
  swapoff: [168, `b'/tmp'`],
  settimeofday: [164, 'ctypes.create_string_buffer(16)', 0],
  clock_settime: [227, 0, 'ctypes.create_string_buffer(16)'],
  clock_adjtime: [305, 0, 'ctypes.create_string_buffer(b"\\1", 256)'],
  adjtimex: [159, 'ctypes.create_string_buffer(b"\\1", 256)'],
  sethostname: [170, `b'pwned'`, 5],
  setdomainname: [171, `b'pwned'`, 5],
  iopl: [172, 3],
  ioperm: [173, 0, 1, 1],
  acct: [163, `b'/tmp/acct'`],
  quotactl: [179, 0, 0, 0, 0],
  syslog: [103, 3, 'ctypes.create_string_buffer(64)', 64],
  name_to_handle_at: [
    303,
    -100,
    `b'/'`,
    'ctypes.create_string_buffer(256)',
    'ctypes.create_string_buffer(8)',
    0,
  ],
  fanotify_init: [300, 0, 0],
  lookup_dcookie: [212, 0, 0, 0],
  vhangup: [153],
  move_pages: [279, 0, 0, 0, 0, 0, 0],
  migrate_pages: [256, 0, 0, 0, 0],
  kcmp: [312, 1, 1, 0, 0, 0],
  fsopen: [430, `b'tmpfs'`, 0],
  open_tree: [428, -100, `b'/'`, 1],
  move_mount: [429, -1, `b''`, -1, `b''`, 0],
  fsmount: [432, -1, 0, 0],
  mount_setattr: [442, -1, `b''`, 0, 0, 0],
  pidfd_getfd: [438, 0, 0, 0],
  process_madvise: [440, 0, 0, 0, 0, 0],
};

const denied = Object.entries(DENIED).map(([name, [number, ...args]]): Attack => ({
  threat: 'T-SYS-01',
  name: `calls ${name}`,
  language: 'python',
  modes: EVERY_MODE,
  code: pythonSystemCall(number, ...args),
  expect: ({ status, output }) => {
    expect(status).toBe('ok');
    expect(output).toMatch(/^-(1|38)\n$/);
  },
}));

const X32 = 0x4000_0000;
const getAround: Attack[] = [
  ...[101, 272, 425, 39].map((number): Attack => ({
    threat: 'T-SYS-02',
    name: `calls ${number} by its x32 number`,
    language: 'python',
    modes: EVERY_MODE,
    code: pythonSystemCall(X32 | number, 0, 0, 0),
    expect: ({ output }) => expect(output).toMatch(/^-(1|38)\n$/),
  })),
  {
    threat: 'T-SYS-02',
    name: 'uses the 32-bit gate from machine code',
    language: 'python',
    modes: EVERY_MODE,
    alone: true,
    // mov eax, 20 (getpid of i386); int 0x80; ret
    code: [
      'import ctypes, mmap',
      'page = mmap.mmap(-1, 4096, prot=7)',
      `page.write(bytes.fromhex('b814000000cd80c3'))`,
      'call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))',
      'print("got", call())',
    ].join('\n'),
    expect: ({ status, output }) => {
      expect(output).toBe('');
      expect(status).toBe('crashed');
    },
  },
  {
    threat: 'T-SYS-02',
    name: 'asks for clone3, whose flags no filter can see',
    language: 'python',
    modes: EVERY_MODE,
    code: pythonSystemCall(435, 'ctypes.create_string_buffer(88)', 88),
    expect: { output: '-38\n' },
  },
  ...[
    ['a user namespace', 0x1000_0000],
    ['a mount namespace', 0x0002_0000],
    ['a network namespace', 0x4000_0000],
    ['a pid namespace', 0x2000_0000],
  ].map(([what, flag]): Attack => ({
    threat: 'T-SYS-02',
    name: `clones into ${String(what)}`,
    language: 'python',
    modes: EVERY_MODE,
    code: pythonSystemCall(56, Number(flag) | 17, 0, 0, 0, 0),
    expect: { output: '-1\n' },
  })),
];

describeBoundaryAttacks('system calls', [...denied, ...getAround]);

import { expect } from 'vitest';
import { WRITABLE, describeBoundaryAttacks, type Attack } from '../src/attack.ts';

const DEFAULT_MEMORY = 256 * 1024 * 1024;

const memory: Attack[] = [
  {
    threat: 'T-RES-01',
    name: 'fills the memory of the interpreter',
    language: 'python',
    modes: WRITABLE,
    alone: true,
    code: 'blocks = []\nwhile True: blocks.append(bytearray(16 << 20))',
    expect: ({ status, failure, usage }) => {
      expect(status).toBe('limit');
      expect(failure?.code).toBe('ExecutionMemoryExceeded');
      expect(failure?.message).toContain('256 MiB');
      expect(usage.peak_memory_bytes).toBeLessThanOrEqual(DEFAULT_MEMORY);
    },
    timeoutMs: 30_000,
  },
  {
    threat: 'T-RES-01',
    name: 'fills the memory outside of the heap',
    language: 'javascript',
    modes: WRITABLE,
    alone: true,
    code: 'const blocks = []; for (;;) blocks.push(Buffer.alloc(16 << 20, 1));',
    expect: ({ status, failure }) => {
      expect(status).toBe('limit');
      expect(failure?.code).toBe('ExecutionMemoryExceeded');
    },
    timeoutMs: 30_000,
  },
  {
    threat: 'T-RES-01',
    name: 'fills a variable',
    language: 'bash',
    modes: WRITABLE,
    alone: true,
    code: 'x=aaaaaaaaaaaaaaaa; while :; do x+=$x; done',
    expect: ({ status }) => expect(['limit', 'crashed', 'timeout']).toContain(status),
    timeoutMs: 20_000,
  },
  {
    threat: 'T-RES-01',
    name: 'fills /dev/shm, which is memory',
    language: 'python',
    modes: WRITABLE,
    alone: true,
    code: [
      'written = 0',
      'try:',
      `    with open('/dev/shm/full', 'wb') as file:`,
      '        while True: written += file.write(bytes(1 << 20))',
      'except OSError as error: print(error.errno, written <= 64 << 20)',
    ].join('\n'),
    expect: ({ output }) => expect(output).toMatch(/^(28|27) True\n$/),
  },
];

const processes: Attack[] = [
  {
    threat: 'T-RES-02',
    name: 'forks without end',
    language: 'python',
    modes: WRITABLE,
    alone: true,
    code: ['import os', 'while True:', '    try: os.fork()', '    except OSError: pass'].join('\n'),
    expect: ({ status }) => expect(['timeout', 'limit']).toContain(status),
    timeoutMs: 3000,
  },
  {
    threat: 'T-RES-02',
    name: 'is the classic fork bomb',
    language: 'bash',
    modes: WRITABLE,
    alone: true,
    code: ':(){ :|:& };:; wait',
    expect: ({ status }) => expect(['timeout', 'limit', 'error', 'ok']).toContain(status),
    timeoutMs: 3000,
  },
  {
    threat: 'T-RES-02',
    name: 'starts threads without end',
    language: 'python',
    modes: ['strict', 'standard', 'relaxed'],
    alone: true,
    code: [
      'import threading, time',
      'started = 0',
      'try:',
      '    while started < 5000:',
      '        threading.Thread(target=time.sleep, args=(60,), daemon=True).start(); started += 1',
      'except RuntimeError: pass',
      'print(started < 1200)',
    ].join('\n'),
    expect: { output: 'True\n' },
    timeoutMs: 20_000,
  },
];

const cpu: Attack[] = [
  {
    threat: 'T-RES-03',
    name: 'matches a catastrophic regular expression',
    language: 'python',
    modes: ['strict', 'standard'],
    alone: true,
    code: `import re; re.match(r'^(a+)+$', 'a' * 40 + 'b')`,
    expect: { status: 'timeout' },
    timeoutMs: 1000,
  },
  {
    threat: 'T-RES-03',
    name: 'matches a catastrophic regular expression',
    language: 'javascript',
    modes: ['strict', 'standard'],
    alone: true,
    code: `/^(a+)+$/.test('a'.repeat(40) + 'b')`,
    expect: { status: 'timeout' },
    timeoutMs: 1000,
  },
  {
    threat: 'T-RES-03',
    name: 'computes in one call that cannot be interrupted',
    language: 'python',
    modes: ['strict', 'standard'],
    alone: true,
    code: 'len(str(7 ** (10 ** 7))) if __import__("sys").set_int_max_str_digits(0) is None else 0',
    expect: { status: 'timeout' },
    timeoutMs: 1000,
  },
  {
    threat: 'T-RES-03',
    name: 'burns CPU time in children',
    language: 'bash',
    modes: ['standard'],
    alone: true,
    code: 'for i in 1 2 3 4; do (while :; do :; done) & done; wait',
    expect: { status: 'timeout' },
    timeoutMs: 1500,
  },
];

const disk: Attack[] = [
  ...['/workspace', '/tmp'].map((directory): Attack => ({
    threat: 'T-RES-04',
    name: `fills ${directory}`,
    language: 'python',
    modes: WRITABLE,
    alone: true,
    code: [
      'import os',
      'written = 0',
      'try:',
      `    with open('${directory}/full', 'wb', buffering=0) as file:`,
      '        while True: written += file.write(bytes(1 << 20))',
      'except OSError as error: print(error.errno, written <= 64 << 20)',
      `os.unlink('${directory}/full')`,
    ].join('\n'),
    expect: ({ output }) => expect(output).toMatch(/^(28|27) True\n$/),
  })),
  {
    threat: 'T-RES-04',
    name: 'makes files without end',
    language: 'python',
    modes: WRITABLE,
    alone: true,
    code: [
      'count = 0',
      'try:',
      '    while True:',
      "        open(f'file-{count}', 'w').close(); count += 1",
      'except OSError as error: print(error.errno, count < 300_000)',
    ].join('\n'),
    expect: ({ output }) => expect(output).toMatch(/^(28|27) True\n$/),
    timeoutMs: 30_000,
  },
  {
    threat: 'T-RES-04',
    name: 'reserves more than there is',
    language: 'python',
    modes: WRITABLE,
    code: [
      'import os',
      `fd = os.open('reserved', os.O_CREAT | os.O_RDWR)`,
      'try: os.posix_fallocate(fd, 0, 20 << 30); print("got")',
      'except OSError as error: print(error.errno)',
      `os.unlink('reserved')`,
    ].join('\n'),
    expect: ({ output }) => expect(output).toMatch(/^(28|27)\n$/),
  },
];

const output: Attack[] = [
  {
    threat: 'T-RES-05',
    name: 'prints without end',
    language: 'bash',
    modes: WRITABLE,
    alone: true,
    code: 'yes',
    expect: ({ status, failure, output: text }) => {
      expect(status).toBe('limit');
      expect(failure?.code).toBe('OutputLimitExceeded');
      expect(text.length).toBeLessThan(1_100_000);
    },
  },
  {
    threat: 'T-RES-05',
    name: 'prints one line of 200 MB',
    language: 'python',
    modes: ['standard'],
    alone: true,
    code: `import os\nfor _ in range(3200): os.write(1, b'x' * 65536)`,
    expect: { status: 'limit' },
  },
];

const files: Attack[] = [
  {
    threat: 'T-RES-06',
    name: 'opens files without end',
    language: 'python',
    modes: ['strict', 'standard', 'relaxed'],
    alone: true,
    code: [
      'import os',
      'opened = []',
      'try:',
      `    while True: opened.append(os.open('/dev/null', os.O_RDONLY))`,
      'except OSError as error: code = error.errno',
      'for fd in opened: os.close(fd)',
      'print(code, len(opened) <= 1024)',
    ].join('\n'),
    expect: { output: '24 True\n' },
  },
  {
    threat: 'T-RES-06',
    name: 'raises its own limits',
    language: 'python',
    modes: WRITABLE,
    code: `
import resource
for what in (resource.RLIMIT_NOFILE, resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):
    soft, hard = resource.getrlimit(what)
    try: resource.setrlimit(what, (hard + 1, hard + 1)); print('got', what)
    except (ValueError, OSError): print('no')`,
    expect: { output: 'no\nno\nno\n' },
  },
];

describeBoundaryAttacks('resources', [
  ...memory,
  ...processes,
  ...cpu,
  ...disk,
  ...output,
  ...files,
]);

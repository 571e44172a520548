import { hostname } from 'node:os';
import { expect } from 'vitest';
import { EVERY_MODE, describeBoundaryAttacks, type Attack } from '../src/attack.ts';
import { SECRET } from '../src/host-canary.ts';

process.env['REPLTOOL_ATTACK_CANARY'] = SECRET;

const HOST_PATH = new URL('..', import.meta.url).pathname;

const secrets: Attack[] = [
  {
    threat: 'T-INFO-01',
    name: 'reads its environment',
    language: 'python',
    modes: EVERY_MODE,
    code: 'import os; print(dict(os.environ))',
    expect: ({ output }) => {
      expect(output).not.toContain(SECRET);
      expect(output).not.toMatch(/TOKEN|SECRET|PASSWORD|AWS_|_KEY|REPLTOOL_/);
    },
  },
  {
    threat: 'T-INFO-01',
    name: 'reads its environment',
    language: 'javascript',
    modes: EVERY_MODE,
    code: 'console.log(process.env)',
    expect: ({ output }) => expect(output).not.toMatch(/host-canary|TOKEN|SECRET|REPLTOOL_/),
  },
  {
    threat: 'T-INFO-01',
    name: 'reads its environment',
    language: 'bash',
    modes: EVERY_MODE,
    code: 'export -p',
    expect: ({ output }) => expect(output).not.toMatch(/host-canary|TOKEN|SECRET|REPLTOOL_/),
  },
  {
    threat: 'T-INFO-01',
    name: 'reads the environment and command line of every process it sees',
    language: 'python',
    modes: EVERY_MODE,
    code: [
      'import glob',
      `for path in glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline'):`,
      '    try: print(path, open(path, "rb").read())',
      '    except OSError: pass',
    ].join('\n'),
    expect: ({ output }) => {
      expect(output).not.toContain(SECRET);
      expect(output).not.toContain(HOST_PATH);
      expect(output).not.toMatch(/--bind|--seccomp|\/var\/lib\/repltool/);
    },
  },
  {
    threat: 'T-INFO-01',
    name: 'searches its own memory for the secrets of the server',
    language: 'python',
    modes: EVERY_MODE,
    code: [
      `needle = bytes.fromhex('${Buffer.from(SECRET).toString('hex')}')[::-1][::-1]`,
      'found = 0',
      `for line in open('/proc/self/maps'):`,
      '    span, mode = line.split()[:2]',
      `    if 'r' not in mode or '[v' in line: continue`,
      `    start, end = (int(n, 16) for n in span.split('-'))`,
      '    if end - start > 1 << 26: continue',
      '    try:',
      `        with open('/proc/self/mem', 'rb') as memory:`,
      '            memory.seek(start); found += b"REPLTOOL_ATTACK" in memory.read(end - start)',
      '    except (OSError, ValueError): pass',
      `print('searched')`,
    ].join('\n'),
    expect: { output: 'searched\n' },
  },
];

const facts: Attack[] = [
  {
    threat: 'T-INFO-02',
    name: "asks for the host's name",
    language: 'python',
    modes: EVERY_MODE,
    code: 'import socket, os; print(os.uname().nodename)',
    expect: ({ output }) => {
      expect(output).toBe('sandbox\n');
      expect(hostname()).not.toBe('sandbox');
    },
  },
  {
    threat: 'T-INFO-02',
    name: 'looks into /sys',
    language: 'python',
    modes: EVERY_MODE,
    code: `import os; print(os.path.exists('/sys/class'))`,
    expect: { output: 'False\n' },
  },
  ...['/proc/kcore', '/proc/kmsg', '/proc/sysrq-trigger', '/proc/keys', '/proc/timer_list'].map(
    (path): Attack => ({
      threat: 'T-INFO-02',
      name: `reads ${path}`,
      language: 'python',
      modes: EVERY_MODE,
      code: `
try: print('got', len(open('${path}', 'rb').read(64)))
except OSError as error: print('no')`,
      expect: ({ output }) => expect(output).toMatch(/^(no|got 0)\n$/),
    }),
  ),
  {
    threat: 'T-INFO-02',
    // What is left belongs to the cell's own namespaces.
    name: 'changes the kernel through /proc/sys',
    language: 'python',
    modes: EVERY_MODE,
    code: [
      'import os',
      'written = []',
      `for directory, _, files in os.walk('/proc/sys'):`,
      '    for name in files:',
      '        path = os.path.join(directory, name)',
      '        try: handle = os.open(path, os.O_WRONLY)',
      '        except OSError: continue',
      '        os.close(handle); written.append(path)',
      `print([path for path in written if not path.startswith(('/proc/sys/net', '/proc/sys/user', '/proc/sys/kernel/ns_last_pid'))])`,
    ].join('\n'),
    expect: { output: '[]\n' },
    timeoutMs: 30_000,
  },
  {
    threat: 'T-INFO-02',
    name: 'learns of the disks and mounts of the host',
    language: 'python',
    modes: EVERY_MODE,
    code: `print(open('/proc/self/mountinfo').read())`,
    expect: ({ output }) => expect(output).not.toContain(HOST_PATH),
  },
];

const errors: Attack[] = [
  {
    threat: 'T-INFO-03',
    name: "looks for the host's paths in a traceback",
    language: 'python',
    modes: EVERY_MODE,
    code: 'import json\njson.loads("{")',
    expect: ({ exception, error }) => {
      const told = JSON.stringify([exception, error]);
      expect(told).toContain('JSONDecodeError');
      expect(told).not.toMatch(/repltool_driver|\/opt\/repltool/);
      expect(told).not.toContain(HOST_PATH);
    },
  },
  {
    threat: 'T-INFO-03',
    name: "looks for the host's paths in a stack",
    language: 'javascript',
    modes: EVERY_MODE,
    code: 'throw new Error("look")',
    expect: ({ exception, error }) => {
      const told = JSON.stringify([exception, error]);
      expect(told).not.toMatch(/\/opt\/repltool|control\//);
      expect(told).not.toContain(HOST_PATH);
    },
  },
  {
    threat: 'T-INFO-03',
    name: "looks for the host's paths in a message of the shell",
    language: 'bash',
    modes: ['standard', 'relaxed'],
    code: 'no_such_command',
    expect: { error: 'bash: line 1: no_such_command: command not found\n' },
  },
];

describeBoundaryAttacks('information', [...secrets, ...facts, ...errors]);

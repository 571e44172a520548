import { expect } from 'vitest';
import { EVERY_MODE, WRITABLE, describeBoundaryAttacks, type Attack } from '../src/attack.ts';
import { tryJavaScript } from '../src/javascript.ts';
import { pythonSystemCall, tryPython } from '../src/python.ts';
import { tryBash } from '../src/shell.ts';

const others: Attack[] = [
  {
    threat: 'T-PROC-01',
    name: 'lists the processes it can see',
    language: 'python',
    modes: EVERY_MODE,
    code: `import os; print(sum(name.isdigit() for name in os.listdir('/proc')) < 12)`,
    expect: { output: 'True\n' },
  },
  {
    threat: 'T-PROC-01',
    name: 'signals everything but itself',
    language: 'python',
    modes: ['relaxed'],
    alone: true,
    code: [
      'import os, signal',
      'hit = []',
      'for pid in range(2, 70000):',
      '    if pid == os.getpid(): continue',
      '    try: os.kill(pid, 0)',
      '    except ProcessLookupError: continue',
      '    except PermissionError: hit.append(("forbidden", pid)); continue',
      '    hit.append(pid)',
      'print([entry for entry in hit if isinstance(entry, tuple)], len(hit) < 8)',
    ].join('\n'),
    expect: { output: '[] True\n' },
  },
  {
    threat: 'T-PROC-01',
    name: 'kills process 1 of its namespace and with it at most itself',
    language: 'javascript',
    modes: EVERY_MODE,
    code: tryJavaScript(`process.kill(1, 'SIGTERM')`),
    expect: ({ output }) => expect(output).toMatch(/^(got true|EPERM)\n$/),
  },
  {
    threat: 'T-PROC-01',
    name: 'sees the names of host processes through the shell',
    language: 'bash',
    modes: EVERY_MODE,
    code: `shopt -s nullglob; n=0; for p in /proc/[0-9]*; do ((n++)); done; ((n < 12)) && echo few`,
    expect: { output: 'few\n' },
  },
];

const memory: Attack[] = [
  {
    threat: 'T-PROC-02',
    name: 'traces its parent',
    language: 'python',
    modes: EVERY_MODE,
    code: pythonSystemCall(101, 16, 1, 0, 0),
    expect: { output: '-1\n' },
  },
  {
    threat: 'T-PROC-02',
    name: 'lets itself be traced',
    language: 'python',
    modes: EVERY_MODE,
    code: pythonSystemCall(101, 0, 0, 0, 0),
    expect: { output: '-1\n' },
  },
  ...[
    ['reads', 310],
    ['writes', 311],
  ].map(([verb, number]): Attack => ({
    threat: 'T-PROC-02',
    name: `${String(verb)} the memory of process 1`,
    language: 'python',
    modes: EVERY_MODE,
    code: pythonSystemCall(Number(number), 1, 0, 0, 0, 0, 0),
    expect: ({ output }) => expect(output).toMatch(/^-(1|38)\n$/),
  })),
  {
    threat: 'T-PROC-02',
    // Process 1 is the sandbox's own: as unprivileged as the cell, and started with nothing worth reading.
    name: 'finds a secret of the server in the memory of process 1',
    language: 'python',
    modes: EVERY_MODE,
    code: [
      'found = 0',
      'try:',
      `    for line in open('/proc/1/maps'):`,
      '        span, mode = line.split()[:2]',
      `        if 'r' not in mode or '[v' in line: continue`,
      `        start, end = (int(n, 16) for n in span.split('-'))`,
      `        with open('/proc/1/mem', 'rb') as memory:`,
      '            memory.seek(start)',
      '            try: found += any(word in memory.read(end - start) for word in (b"REPLTOOL_", b"TOKEN", b"NODE_OPTIONS"))',
      '            except OSError: pass',
      'except OSError: pass',
      'print(found)',
    ].join('\n'),
    expect: { output: '0\n' },
  },
];

const privileges: Attack[] = [
  ...[
    ['setuid', 'os.setuid(0)'],
    ['setgid', 'os.setgid(0)'],
    ['setgroups', 'os.setgroups([0])'],
  ].map(([name, call]): Attack => ({
    threat: 'T-PROC-03',
    name: `becomes root by ${String(name)}`,
    language: 'python',
    modes: EVERY_MODE,
    code: tryPython(String(call), 'import os'),
    // 22: the map has no such user at all.
    expect: ({ output }) => expect(output).toMatch(/Error (1|22)\n$/),
  })),
  {
    threat: 'T-PROC-03',
    name: 'has a capability, or may gain one',
    language: 'python',
    modes: EVERY_MODE,
    code: `print([line.split()[1] for line in open('/proc/self/status') if line.startswith(('Cap', 'NoNewPrivs', 'Seccomp:'))])`,
    expect: {
      output: `['${'0000000000000000'}', '${'0000000000000000'}', '${'0000000000000000'}', '${'0000000000000000'}', '${'0000000000000000'}', '1', '2']\n`,
    },
  },
  {
    threat: 'T-PROC-03',
    name: 'is root in its user map',
    language: 'python',
    modes: EVERY_MODE,
    code: `print(open('/proc/self/uid_map').read().split()[1] != '0')`,
    expect: { output: 'True\n' },
  },
  ...[0x1000_0000, 0x0002_0000, 0x4000_0000, 0x2000_0000, 0x0800_0000, 0x0400_0000].map(
    (flag): Attack => ({
      threat: 'T-PROC-03',
      name: `unshares with flag 0x${flag.toString(16)}`,
      language: 'python',
      modes: EVERY_MODE,
      code: pythonSystemCall(272, flag),
      expect: { output: '-1\n' },
    }),
  ),
  {
    threat: 'T-PROC-03',
    name: 'joins the namespaces of process 1',
    language: 'python',
    modes: EVERY_MODE,
    code: pythonSystemCall(308, 0, 0),
    expect: { output: '-1\n' },
  },
  {
    threat: 'T-PROC-03',
    name: 'becomes root with the programs of the system',
    language: 'bash',
    modes: ['relaxed'],
    code: ['sudo -n id', 'su -c id', 'pkexec id', 'unshare -r id', 'newgrp root']
      .map((command) => tryBash(`timeout 2 ${command} </dev/null`))
      .join('\n'),
    expect: ({ output }) => expect(output).not.toContain('got'),
  },
];

const making: Attack[] = [
  {
    threat: 'T-PROC-04',
    name: 'forks where no process may be made',
    language: 'python',
    modes: ['strict'],
    code: tryPython('os.fork()', 'import os'),
    expect: { output: 'PermissionError 1\n' },
  },
  ...[56, 57, 58].map((number): Attack => ({
    threat: 'T-PROC-04',
    name: `makes a process by system call ${number}`,
    language: 'python',
    modes: ['strict'],
    code: pythonSystemCall(number, ...(number === 56 ? [17, 0, 0, 0, 0] : [])),
    expect: { output: '-1\n' },
  })),
  {
    threat: 'T-PROC-04',
    name: 'still has threads there',
    language: 'python',
    modes: ['strict'],
    code: `import threading; t = threading.Thread(target=lambda: print('thread')); t.start(); t.join()`,
    expect: { output: 'thread\n' },
  },
  {
    threat: 'T-PROC-04',
    name: 'spawns a program where no process may be made',
    language: 'javascript',
    modes: ['strict'],
    code: tryJavaScript(`require('node:child_process').execFileSync(process.execPath, ['-v'])`),
    expect: ({ output }) => expect(output).toMatch(/^(EPERM|EACCES|ENOENT)\n$/),
  },
  {
    threat: 'T-PROC-04',
    name: 'forks a subshell where no process may be made',
    language: 'bash',
    modes: ['strict'],
    code: '(echo got); echo "after $?"',
    expect: ({ output }) => expect(output).not.toContain('got'),
  },
  ...['gcc', 'perl', 'mount', 'ip', 'ssh', 'apt-get', 'systemctl', 'chromium'].map(
    (program): Attack => ({
      threat: 'T-PROC-04',
      name: `runs ${program}, which is in no toolbox`,
      language: 'bash',
      modes: ['standard'],
      code: `${program} --version`,
      expect: { exit_code: 127 },
    }),
  ),
];

const outliving: Attack[] = [
  {
    threat: 'T-PROC-05',
    name: 'leaves a daemon behind that ignores every signal',
    language: 'python',
    modes: WRITABLE,
    alone: true,
    code: [
      'import os, signal, time',
      'if os.fork() == 0:',
      '    os.setsid()',
      '    for number in range(1, 65):',
      '        try: signal.signal(number, signal.SIG_IGN)',
      '        except (OSError, ValueError): pass',
      '    if os.fork(): os._exit(0)',
      '    time.sleep(7531)',
      `print('left')`,
    ].join('\n'),
    expect: { output: 'left\n' },
  },
];

const descriptors: Attack[] = [
  {
    threat: 'T-PROC-06',
    name: 'looks for descriptors beyond its own',
    language: 'bash',
    modes: WRITABLE,
    code: `ls /proc/self/fd | tr '\\n' ' '`,
    expect: { output: '0 1 2 3 ' },
  },
  {
    threat: 'T-PROC-06',
    name: 'types into the terminal of the server',
    language: 'python',
    modes: EVERY_MODE,
    code: tryPython(
      `[fcntl.ioctl(fd, termios.TIOCSTI, b'x') for fd in (0, 1, 2)]`,
      'import fcntl, termios',
    ),
    expect: ({ output }) => expect(output).toMatch(/^\w+ (1|25|22)\n$/),
  },
  {
    threat: 'T-PROC-06',
    name: 'has a controlling terminal',
    language: 'python',
    modes: EVERY_MODE,
    code: tryPython(`open('/dev/tty')`),
    expect: ({ output }) => expect(output).toMatch(/Error (2|6)\n$/),
  },
];

describeBoundaryAttacks('processes', [
  ...others,
  ...memory,
  ...privileges,
  ...making,
  ...outliving,
  ...descriptors,
]);

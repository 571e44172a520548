import { expect } from 'vitest';
import { EVERY_MODE, WRITABLE, describeBoundaryAttacks, type Attack } from '../src/attack.ts';

const FORGED = JSON.stringify({
  type: 'result',
  id: '1',
  status: 'ok',
  text: 'forged',
  value: 'forged',
});

const frames: Attack[] = [
  {
    threat: 'T-ENG-01',
    name: 'writes a forged result to every descriptor it can reach',
    language: 'python',
    modes: EVERY_MODE,
    alone: true,
    code: [
      'import os',
      'for fd in range(3, 1024):',
      `    try: os.write(fd, b'${FORGED}\\n')`,
      '    except OSError: pass',
      `'real'`,
    ].join('\n'),
    expect: ({ result, status }) => {
      expect(result).not.toBe('forged');
      if (status === 'ok') expect(result).toBe('real');
      else expect(status).toBe('crashed');
    },
  },
  {
    threat: 'T-ENG-01',
    name: 'floods every descriptor it can reach with what is no frame',
    language: 'python',
    modes: WRITABLE,
    alone: true,
    code: [
      'import os',
      'for fd in range(3, 1024):',
      `    try: os.set_blocking(fd, False); os.write(fd, b'\\x00garbage' * 1000)`,
      '    except OSError: pass',
      `'real'`,
    ].join('\n'),
    expect: ({ status }) => expect(['ok', 'crashed']).toContain(status),
  },
  {
    threat: 'T-ENG-01',
    name: 'prints what looks like marks and frames',
    language: 'python',
    modes: EVERY_MODE,
    code: `print('\\x1e' + '0' * 32 + ']\\x1e'); print('${FORGED}')\n'real'`,
    expect: { output: `\x1e${'0'.repeat(32)}]\x1e\n${FORGED}\n`, result: 'real' },
  },
  {
    threat: 'T-ENG-01',
    name: 'closes every descriptor there is',
    language: 'python',
    modes: EVERY_MODE,
    alone: true,
    code: 'import os; os.closerange(0, 65536)',
    expect: ({ status }) => expect(['ok', 'crashed', 'exited', 'error']).toContain(status),
  },
  {
    threat: 'T-ENG-01',
    name: 'closes every descriptor there is',
    language: 'javascript',
    modes: EVERY_MODE,
    alone: true,
    code: `const fs = require('node:fs'); for (let fd = 0; fd < 1024; fd += 1) { try { fs.closeSync(fd) } catch {} } 'closed'`,
    expect: ({ status }) => expect(['ok', 'crashed', 'exited', 'error']).toContain(status),
  },
  {
    threat: 'T-ENG-01',
    name: 'closes and redirects what it finds',
    language: 'bash',
    modes: EVERY_MODE,
    alone: true,
    code: `for fd in {0..255}; do eval "exec $fd>&-"; done 2>/dev/null`,
    expect: ({ status }) => expect(['ok', 'crashed', 'exited', 'error']).toContain(status),
  },
];

const values: Attack[] = [
  {
    threat: 'T-ENG-02',
    name: 'returns prototype keys',
    language: 'python',
    modes: EVERY_MODE,
    code: `{'__proto__': {'polluted': 1}, 'constructor': 1}`,
    expect: ({ status }) => {
      expect(status).toBe('ok');
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  },
  {
    threat: 'T-ENG-02',
    name: 'returns a structure too deep for any parser',
    language: 'python',
    modes: EVERY_MODE,
    code: 'deep = []\nfor _ in range(100_000): deep = [deep]\ndeep',
    expect: ({ status }) => expect(['ok', 'error']).toContain(status),
  },
  {
    threat: 'T-ENG-02',
    name: 'returns 100 MB',
    language: 'python',
    modes: ['standard'],
    code: `'x' * 100_000_000`,
    expect: ({ status, result_text }) => {
      expect(status).toBe('ok');
      expect(result_text?.length).toBeLessThan(1_000_000);
    },
  },
  {
    threat: 'T-ENG-02',
    name: 'returns an object that runs code when it is unpickled',
    language: 'python',
    modes: EVERY_MODE,
    code: `
class Bomb:
    def __reduce__(self):
        import os
        return (os.system, ('echo pickled',))
    def __repr__(self): return 'Bomb()'
Bomb()`,
    expect: { status: 'ok', output: '', result_text: 'Bomb()' },
  },
  {
    threat: 'T-ENG-02',
    name: 'returns half a character',
    language: 'javascript',
    modes: EVERY_MODE,
    code: `'\\ud800'`,
    expect: ({ status, result_text }) => {
      expect(status).toBe('ok');
      expect(result_text?.isWellFormed()).toBe(true);
    },
  },
  {
    threat: 'T-ENG-02',
    name: 'raises an error whose message is 20 MB',
    language: 'python',
    modes: EVERY_MODE,
    code: `raise ValueError('x' * 20_000_000)`,
    expect: ({ status, exception }) => {
      expect(status).toBe('error');
      expect(exception?.message.length).toBeLessThan(1_000_000);
    },
  },
];

const hangs: Attack[] = [
  {
    threat: 'T-ENG-03',
    name: 'has a repr that never returns',
    language: 'python',
    modes: EVERY_MODE,
    code: `
class Endless:
    def __repr__(self):
        while True: pass
Endless()`,
    expect: { status: 'timeout' },
    timeoutMs: 500,
  },
  {
    threat: 'T-ENG-03',
    name: 'stops itself',
    language: 'python',
    modes: EVERY_MODE,
    alone: true,
    code: 'import os, signal; os.kill(os.getpid(), signal.SIGSTOP)',
    expect: { status: 'timeout' },
    timeoutMs: 500,
  },
  {
    threat: 'T-ENG-03',
    name: 'ignores every signal and goes on',
    language: 'python',
    modes: EVERY_MODE,
    alone: true,
    code: `import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass`,
    expect: { status: 'timeout' },
    timeoutMs: 500,
  },
  {
    threat: 'T-ENG-03',
    name: 'blocks the thread without running',
    language: 'javascript',
    modes: EVERY_MODE,
    alone: true,
    code: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    expect: { status: 'timeout' },
    timeoutMs: 500,
  },
  {
    threat: 'T-ENG-03',
    name: 'crashes the interpreter in native code',
    language: 'python',
    modes: EVERY_MODE,
    alone: true,
    code: 'import ctypes; ctypes.string_at(0)',
    expect: { status: 'crashed' },
  },
  {
    threat: 'T-ENG-03',
    name: 'aborts',
    language: 'javascript',
    modes: EVERY_MODE,
    alone: true,
    code: 'process.abort()',
    expect: { status: 'crashed' },
  },
];

describeBoundaryAttacks('engine', [...frames, ...values, ...hangs]);

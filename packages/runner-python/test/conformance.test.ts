import { describeRunner, type RunnerSamples } from '@repltool/runner-testkit';
import { createPythonRunner } from '../src/index.ts';

const quote = (text: string): string => JSON.stringify(text);

const samples: RunnerSamples = {
  print: (text) => `print(${quote(text)})`,
  printError: (text) => `import sys; print(${quote(text)}, file=sys.stderr)`,
  printBare: (text) => `print(${quote(text)}, end='')`,
  assign: (name, value) => `${name} = ${value}`,
  reference: (beginning) => beginning,
  printVariable: (name) => `print(${name})`,
  printSleepPrint: (before, seconds, after) =>
    `import time\nprint(${quote(before)})\ntime.sleep(${seconds})\nprint(${quote(after)})`,
  printFromChild: (text) => `import subprocess\n_ = subprocess.run(['echo', ${quote(text)}])`,
  writeByteByByte: (bytes) =>
    `import os, time\nfor byte in ${JSON.stringify(bytes)}:\n    os.write(1, bytes([byte])); time.sleep(0.01)`,
  printLines: (count) => `for _ in range(${count}): print('x' * 100)`,
  printLater: (text, seconds) =>
    `import threading\nthreading.Timer(${seconds}, lambda: print(${quote(text)})).start()`,
  readLine: `import sys\nprint('got:' + sys.stdin.readline().strip())`,
  printEnvironment: (name) => `import os\nprint(os.environ.get(${quote(name)}, ''))`,
  printDirectory: `import os\nprint(os.getcwd())`,
  endlessLoop: 'while True: pass',
  longSleep: 'import time\ntime.sleep(60)',
  exit: (code) => `import sys\nsys.exit(${code})`,
  printAndDie: (text) =>
    `import os, signal\nprint(${quote(text)}, flush=True)\nos.kill(os.getpid(), signal.SIGKILL)`,
  assignAndFail: (name, value) => ({
    code: `${name} = ${value}\n\n1 / 0`,
    name: 'ZeroDivisionError',
    line: 3,
  }),
  syntaxError: { code: `print('must not run')\nx = = 2`, name: 'SyntaxError', line: 2 },
  unfinished: ['for i in range(3):', "'''never closed", 'print('],
  values: [
    { code: '20 + 22', json: 42, text: '42' },
    {
      code: `{'a': [1, None, True]}`,
      json: { a: [1, null, true] },
      text: `{'a': [1, None, True]}`,
    },
    { code: `'text'`, json: 'text', text: `'text'` },
    { code: '{1, 2}', json: '{1, 2}', text: '{1, 2}' },
    { code: 'None', json: null, text: null },
    { code: 'x = 1', json: null, text: null },
  ],
};

describeRunner(createPythonRunner(), samples);

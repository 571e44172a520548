import { describeRunner, type RunnerSamples } from '@repltool/runner-testkit';
import { createBashRunner } from '../src/index.ts';

const quote = (text: string): string => `'${text}'`;

const samples: RunnerSamples = {
  print: (text) => `echo ${quote(text)}`,
  printError: (text) => `echo ${quote(text)} >&2`,
  printBare: (text) => `printf %s ${quote(text)}`,
  assign: (name, value) => `${name}=${value}`,
  printVariable: (name) => `echo "$${name}"`,
  printSleepPrint: (before, seconds, after) =>
    `echo ${quote(before)}\nsleep ${seconds}\necho ${quote(after)}`,
  printFromChild: (text) => `/usr/bin/env printf '%s\\n' ${quote(text)}`,
  writeByteByByte: (bytes) =>
    bytes.map((byte) => `printf '\\x${byte.toString(16).padStart(2, '0')}'; sleep 0.01`).join('\n'),
  printLines: (count) => `for ((i = 0; i < ${count}; i++)); do printf '%0100d\\n' 0; done`,
  printLater: (text, seconds) => `{ sleep ${seconds}; echo ${quote(text)}; } &`,
  readLine: `read -r line; echo "got:$line"`,
  printEnvironment: (name) => `echo "$${name}"`,
  printDirectory: 'pwd',
  endlessLoop: 'while :; do :; done',
  longSleep: 'sleep 60',
  exit: (code) => `exit ${code}`,
  printAndDie: (text) => `echo ${quote(text)}\nkill -KILL $$`,
  assignAndFail: (name, value) => ({
    code: `${name}=${value}\n\nno_such_command`,
    name: '',
    line: 3,
  }),
  syntaxError: { code: 'echo "must not run"\nfi', name: 'SyntaxError', line: 2 },
  unfinished: ['if true; then echo x', "echo 'never closed", 'f() {', 'echo $('],
};

describeRunner(createBashRunner(), samples);

import { describeRunner } from '@repltool/runner-testkit';
import { createBashRunner } from '../src/index.ts';

const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;

describeRunner(createBashRunner(), {
  print: (text) => `echo '${text}'`,
  printError: (text) => `echo '${text}' >&2`,
  printBare: (text) => `printf %s '${text}'`,
  assign: (name, value) => `${name}=${value}`,
  reference: (beginning) => `echo $${beginning}`,
  printVariable: (name) => `echo "$${name}"`,
  printSleepPrint: (before, seconds, after) =>
    `echo '${before}'; sleep ${seconds}; echo '${after}'`,
  printFromChild: (text) => `/usr/bin/env echo '${text}'`,
  writeByteByByte: (bytes) => bytes.map((byte) => `printf '${hex(byte)}'`).join('\n'),
  printLines: (count) => `for ((i = 0; i < ${count}; i++)); do echo '${'x'.repeat(100)}'; done`,
  printLater: (text, seconds) => `(sleep ${seconds}; echo '${text}') &`,
  readLine: 'read -r line; echo "got:$line"',
  printEnvironment: (name) => `echo "$${name}"`,
  printDirectory: 'pwd',
  endlessLoop: 'while :; do :; done',
  longSleep: 'sleep 60',
  exit: (code) => `exit ${code}`,
  printAndDie: (text) => `echo '${text}'; kill -KILL $$`,
  assignAndFail: (name, value) => ({
    code: `${name}=${value}\n\nno_such_command`,
    name: '',
    line: 3,
  }),
  syntaxError: { code: 'echo before\nfi', name: 'SyntaxError', line: 2 },
  unfinished: ['if true; then echo x', 'for i in 1 2; do', 'f() {', 'echo "abc', '((', 'case x in'],
});

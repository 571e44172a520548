import { describeRunner, type RunnerSamples } from '@repltool/runner-testkit';
import { createNodeRunner } from '../src/index.ts';

const quote = (text: string): string => JSON.stringify(text);

const samples: RunnerSamples = {
  print: (text) => `console.log(${quote(text)})`,
  printError: (text) => `console.error(${quote(text)})`,
  printBare: (text) => `process.stdout.write(${quote(text)}); undefined`,
  assign: (name, value) => `var ${name} = ${value}`,
  reference: (beginning) => beginning,
  printVariable: (name) => `console.log(${name})`,
  printSleepPrint: (before, seconds, after) =>
    `console.log(${quote(before)}); await new Promise((resolve) => setTimeout(resolve, ${seconds * 1000})); console.log(${quote(after)})`,
  printFromChild: (text) =>
    `require('node:child_process').execFileSync('echo', [${quote(text)}], { stdio: 'inherit' }); undefined`,
  writeByteByByte: (bytes) =>
    `for (const byte of ${JSON.stringify(bytes)}) { require('node:fs').writeSync(1, Buffer.of(byte)); await new Promise((resolve) => setTimeout(resolve, 10)); }`,
  printLines: (count) => `for (let i = 0; i < ${count}; i += 1) console.log('x'.repeat(100))`,
  printLater: (text, seconds) =>
    `setTimeout(() => console.log(${quote(text)}), ${seconds * 1000}); undefined`,
  readLine: `{ let line = ''; for await (const chunk of process.stdin) { line = String(chunk); break } console.log('got:' + line.trim()) }`,
  printEnvironment: (name) => `console.log(process.env[${quote(name)}] ?? '')`,
  printDirectory: `console.log(process.cwd())`,
  endlessLoop: 'for (;;) ;',
  longSleep: 'await new Promise((resolve) => setTimeout(resolve, 60_000))',
  exit: (code) => `process.exit(${code})`,
  printAndDie: (text) => `console.log(${quote(text)}); process.kill(process.pid, 'SIGKILL')`,
  assignAndFail: (name, value) => ({
    code: `var ${name} = ${value};\n\nnull.property`,
    name: 'TypeError',
    line: 3,
  }),
  syntaxError: { code: `console.log('must not run')\nlet = = 2`, name: 'SyntaxError', line: 2 },
  unfinished: ['for (;;) {', '`never closed', 'console.log('],
  values: [
    { code: '20 + 22', json: 42, text: '42' },
    {
      code: '({ a: [1, null, true] })',
      json: { a: [1, null, true] },
      text: '{ a: [ 1, null, true ] }',
    },
    { code: `'text'`, json: 'text', text: `'text'` },
    { code: 'new Set([1, 2])', json: 'Set(2) { 1, 2 }', text: 'Set(2) { 1, 2 }' },
    { code: 'undefined', json: null, text: null },
    { code: 'const one = 1', json: null, text: null },
  ],
};

describeRunner(createNodeRunner(), samples);

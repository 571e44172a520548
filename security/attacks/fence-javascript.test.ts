import { expect } from 'vitest';
import { describeFenceAttacks, type Attack } from '../src/attack.ts';

const strict = (name: string, code: string): Attack => ({
  threat: 'T-LANG-02',
  name,
  language: 'javascript',
  modes: ['strict'],
  code,
  expect: ({ status, output }) => {
    expect(['denied', 'error']).toContain(status);
    expect(output).not.toContain('got');
  },
});

const modules = [
  `require('fs')`,
  `require('node:fs')`,
  `require('child_' + 'process')`,
  `const r = require; r('fs')`,
  `await import('node:fs')`,
  `import fs from 'node:fs'`,
  `process.binding('fs')`,
  `process['bind' + 'ing']('fs')`,
  `process._linkedBinding('fs')`,
  `process.dlopen({ exports: {} }, '/tmp/x.node')`,
  `process.mainModule.require('fs')`,
  `module.constructor._load('fs')`,
  `require('node:module').createRequire('/')('fs')`,
  `process.getBuiltinModule('fs').readFileSync('/etc/passwd')`,
  `require('vm').runInThisContext('1')`,
  `new (require('worker_threads').Worker)('1', { eval: true })`,
  `require('inspector').open()`,
].map((code) => strict(`loads by ${code}`, code));

const strings = [
  `eval('1')`,
  `new Function('return 1')()`,
  `Function('return 1')()`,
  `(() => {}).constructor('return process')()`,
  `[].constructor.constructor('return process')()`,
  `(async () => {}).constructor('return 1')()`,
  `(function* () {}).constructor('yield 1')()`,
  `Reflect.construct((() => {}).constructor, ['return 1'])()`,
  `setTimeout('console.log("got")', 0); await new Promise((r) => setTimeout(r, 50)); throw new Error('none')`,
  `globalThis['ev' + 'al']('1')`,
  `(0, eval)('1')`,
].map((code) => strict(`runs a string by ${code}`, code));

describeFenceAttacks('javascript', [...modules, ...strings]);

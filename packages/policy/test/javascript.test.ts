import { describe, expect, test } from 'vitest';
import { said } from './said.ts';

/** What is said, to cells of which it is said, in strict mode. */
const IN_STRICT: Readonly<Record<string, readonly string[]>> = {
  'deny javascript/import-outside-strict': [
    "require('fs')",
    "require('node:fs/promises')",
    "require('child_' + 'process')",
    "require(`child_${'process'}`)",
    "require('\\x66s')",
    "require(['f', 's'].join(''))",
    "require('sf'.split('').reverse().join(''))",
    'require(String.fromCharCode(102, 115))',
    "require(atob('ZnM='))",
    "require(Buffer.from('6673', 'hex').toString())",
    'require(name)',
    "const r = require\nr('net')",
    "(0, require)('vm')",
    "module.require('fs')",
    "process.mainModule.require('fs')",
    "process.getBuiltinModule('fs')",
    "globalThis.process['getBuiltin' + 'Module']('fs')",
    "const { getBuiltinModule: g } = process\ng('fs')",
    "const { createRequire } = require('module')",
    "import { createRequire } from 'module'\ncreateRequire('/')('child_process')",
    "import fs from 'fs'",
    "import 'node:worker_threads'",
    "import { readFile as r } from 'fs'",
    "export * from 'fs'",
    "await import('cluster')",
    'import(`node:${name}`)',
    "import('data:text/javascript,1')",
    "require('./helper')",
    "import x from '/etc/x.js'",
    "r\\u0065quire('fs')",
  ],
  'deny javascript/code-from-strings': [
    "eval('1')",
    "(0, eval)('1')",
    "const e = eval\ne('1')",
    "globalThis['ev' + 'al']('1')",
    "window.eval('1')",
    "ev\\u0061l('1')",
    "Reflect.get(globalThis, 'eval')('1')",
    "new Function('return 1')()",
    "Function('return 1')()",
    "Function.prototype.constructor('return 1')()",
    "(() => {}).constructor('return 1')()",
    "(function () {})['constr' + 'uctor']('return 1')()",
    "[].constructor.constructor('return 1')()",
    "''.sub.constructor('return 1')()",
    "x.constructor['constructor']('return 1')",
    "const { constructor: F } = () => {}\nF('return 1')()",
    "Object.getPrototypeOf(async function () {}).constructor('return 1')()",
    "(async () => {}).__proto__.constructor('return 1')",
  ],
  'deny javascript/runtime-internals': [
    'process.mainModule',
    'const { mainModule } = process\nmainModule.x',
    'process.kill(1, 9)',
    "module.constructor._load('fs')",
    'require.cache',
  ],
  'deny javascript/native-code': [
    "process.binding('fs')",
    "process['bin' + 'ding']('fs')",
    "process.dlopen(module, 'x.node')",
    "process._linkedBinding('x')",
  ],
};

const HARMLESS_IN_STRICT = [
  "const path = require('path')\nconst { format } = require('node:util')",
  "import { createHash } from 'crypto'",
  "(await import('node:path')).sep",
  "// require('fs')",
  "const s = \"require('fs') and eval('1')\"",
  'const t = `eval(${x})`',
  'new Map().constructor.name',
  'class A { copy() { return new this.constructor(1) } }',
  'f instanceof Function',
  'typeof Function.prototype.call',
  '(function (require, module) { return require })',
  'const o = { eval: 1, require: 2 }\no.eval + o.require',
  'parser.eval(x)\nregistry.require(y)',
  'process.stdout.write(String(process.uptime()))',
  'new WebAssembly.Memory({ initial: 1 })',
  'function f(process) { return process.kill }',
];

/** The same for standard mode. */
const IN_STANDARD: Readonly<Record<string, readonly string[]>> = {
  'warn javascript/process-creation': [
    "require('child_process')",
    "import { execSync } from 'node:child_process'",
    "await import('clus' + 'ter')",
    'const load = require\nload(`child_process`)',
  ],
  'warn javascript/network-module': [
    "require('net')",
    "import http from 'node:http'",
    "require('dns/promises')",
  ],
  'warn javascript/native-module': ["require('inspector')", "import { WASI } from 'wasi'"],
  'warn javascript/native-code': ["process.binding('fs')", "process.dlopen(m, 'x.node')"],
  'deny shell/destructive-delete': [
    "require('child_process').execSync('rm -rf /')",
    "const { exec: e } = require('child_process')\ne('rm -rf ' + '/*')",
    "import cp from 'child_process'\ncp.spawn('rm', ['-rf', '/'])",
    "import * as cp from 'child_process'\ncp.execFileSync('bash', ['-c', 'rm -rf ~'])",
    "child_process.spawnSync('rm -rf /', { shell: true })",
    'eval(\'require("child_process").execSync("rm -rf /")\')',
  ],
  'deny javascript/destructive-delete': [
    "require('fs').rmSync('/', { recursive: true, force: true })",
    "import { rm } from 'node:fs/promises'\nawait rm('/etc', { recursive: true })",
    "fs.promises.rm('/' + 'usr', { recursive: true })",
  ],
  'warn javascript/sensitive-path': [
    "require('fs').readFileSync('/etc/shadow')",
    "import { readFile } from 'fs/promises'\nreadFile('../../etc/passwd')",
  ],
};

const HARMLESS_IN_STANDARD = [
  "require('fs').writeFileSync('m.mjs', 'export const v = 1')",
  "const m = await import('./m.mjs')",
  "eval('1 + 1')\nnew Function('return 1')()",
  "fs.rmSync('build', { recursive: true })",
  "fs.rmSync('/etc')",
  "console.log('rm -rf /', \"require('child_process')\")",
  "// require('child_process').exec('rm -rf /')",
  "const url = 'https://example.org/net'\nconst net = income - tax",
  "process.on('exit', () => {})",
];

describe('JavaScript', () => {
  for (const [expected, cells] of Object.entries(IN_STRICT)) {
    test.each(cells)(`strict: ${expected}: %j`, async (code) => {
      expect(await said('javascript', 'strict', code)).toContain(expected);
    });
  }
  for (const [expected, cells] of Object.entries(IN_STANDARD)) {
    test.each(cells)(`standard: ${expected}: %j`, async (code) => {
      expect(await said('javascript', 'standard', code)).toContain(expected);
    });
  }
  test.each(HARMLESS_IN_STRICT)('strict mode says nothing of %j', async (code) => {
    expect(await said('javascript', 'strict', code)).toEqual([]);
  });
  test.each(HARMLESS_IN_STANDARD)('standard mode says nothing of %j', async (code) => {
    expect(await said('javascript', 'standard', code)).toEqual([]);
  });
});

describe('TypeScript', () => {
  test.each([
    "import fs = require('fs')",
    "const x = (require as any)('fs')",
    "const r = <any>require\nr('fs')",
    "const m: any = require!('fs')",
    "import { type Stats, readFile } from 'fs'",
  ])('strict mode denies %j', async (code) => {
    expect(await said('typescript', 'strict', code)).toEqual([
      'deny javascript/import-outside-strict',
    ]);
  });

  test.each([
    "import type { Stats } from 'fs'",
    'let f: Function = () => 1',
    'enum C { A = 2 }\nfunction id<T>(v: T): T { return v }\nid<number>(1) + C.A',
    'interface P { eval: number; require?: string }',
  ])('strict mode says nothing of %j', async (code) => {
    expect(await said('typescript', 'strict', code)).toEqual([]);
  });
});

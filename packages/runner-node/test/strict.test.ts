import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner, createTypeScriptRunner } from '../src/index.ts';
import { runCells, texts } from './run-cells.ts';

const STRICT = { sandbox_mode: 'strict' } as const;
/** The fence alone: no rule looks at the text of a cell first. */
const fixture = createRunnerFixture(createNodeRunner(), { examined: false });
const inStrict = (...cells: readonly string[]) => runCells(fixture, cells, STRICT);

async function expectDenied(code: string, rule: string): Promise<void> {
  const [before, denied, after] = await inStrict("const kept = 'kept'", code, 'kept');
  expect(before?.status).toBe('ok');
  expect({ code, ...denied }).toMatchObject({
    code,
    status: 'denied',
    output: '',
    failure: { code: 'SandboxViolation' },
    state: { outcome: 'kept' },
  });
  expect(denied?.exception?.message).toContain(`(${rule})`);
  expect(denied?.failure?.message).toContain(`(${rule})`);
  expect(denied?.exception?.traceback.join('\n')).not.toMatch(/\/opt\/repltool|__repltool/);
  expect(after?.result).toBe('kept');
}

describe('strict mode has the modules that compute (R-SBX-10)', () => {
  it('by require, import and getBuiltinModule, with and without the scheme', async () => {
    const results = await inStrict(
      "['assert', 'buffer', 'crypto', 'events', 'stream/promises', 'zlib'].every((name) => require(name))",
      "import { join } from 'node:path'; join('a', 'b')",
      "(await import('util')).types.isProxy(new Proxy({}, {}))",
      "process.getBuiltinModule('node:url').domainToASCII('español.com')",
      'querystring.escape("a b")',
      "require.resolve('path')",
      "let asked = 0; require({ toString: () => (asked++ ? 'fs' : 'path') }).sep",
    );
    expect(texts(results)).toEqual([
      'true',
      "'a/b'",
      'true',
      "'xn--espaol-zwa.com'",
      "'a%20b'",
      "'path'",
      "'/'",
    ]);
  });

  it.each([
    "require('fs')",
    "require('node:child_' + 'process')",
    "require('./file.cjs')",
    "require('/etc/passwd')",
    "import fs from 'node:fs'",
    "await import('node:net')",
    "await import('data:text/javascript,export default 1')",
    "await import('file:///usr/bin/x.mjs')",
    "process.getBuiltinModule('worker_threads')",
    "require('module').createRequire('/')",
    "require('module')._load('fs')",
    "require('vm').runInThisContext('1')",
    "new (require('worker_threads').Worker)('1', { eval: true })",
    "new (require('inspector').Session)().connect()",
    "require('v8').setFlagsFromString('--no-disallow-code-generation-from-strings')",
    "fs.readFileSync('/etc/passwd')",
    "child_process.execSync('id')",
    "require.resolve('fs')",
    "Promise.reject(1).catch(() => require('fs')).then((found) => found); await import('fs')",
    "await new Promise((_, reject) => setTimeout(() => { try { require('fs') } catch (error) { reject(error) } }))",
  ])('and no others: %s', (code) => expectDenied(code, 'javascript/import-outside-strict'));

  it.each([
    'process.mainModule.require("fs")',
    'process.moduleLoadList',
    'process.kill(process.pid, "SIGUSR1")',
    'process._debugProcess(process.pid)',
    'process._getActiveHandles()',
    'process.report.writeReport("x")',
    'process.setSourceMapsEnabled(true)',
    "process.loadEnvFile('/etc/environment')",
    'process.reallyExit(1)',
    'require.cache',
    "require.extensions['.js']",
  ])('and no way behind them: %s', (code) => expectDenied(code, 'javascript/runtime-internals'));

  it.each([
    "process.binding('fs')",
    "process['bind' + 'ing']('fs')",
    "process._linkedBinding('fs')",
    "process.dlopen({ exports: {} }, '/usr/lib/x.node')",
    "require('crypto').setEngine('x')",
    "(await import('node:crypto')).setEngine('x')",
  ])('and no native code: %s', (code) => expectDenied(code, 'javascript/native-code'));
});

describe('strict mode makes no code of strings (R-SBX-11)', () => {
  it.each([
    "eval('1')",
    "(0, eval)('1')",
    "new Function('return 1')",
    "[].constructor.constructor('return process')()",
    "(async () => {}).constructor('return 1')",
    "(function* () {}).constructor('yield 1')",
    "(async function* () {}).constructor('yield 1')",
    "Reflect.construct((() => {}).constructor, ['return 1'])",
    "class F extends Function {}\nnew F('return 1')",
    "require.constructor('return process')()",
    "Object.getPrototypeOf(process.exit).constructor('return 1')",
  ])('by %s', (code) => expectDenied(code, 'javascript/code-from-strings'));

  it('and has timers that take functions alone, as Node has', async () => {
    const [result] = await inStrict("setTimeout('console.log(1)', 0)");
    expect(result).toMatchObject({ status: 'error', exception: { name: 'TypeError' } });
  });

  it('WebAssembly is no string, and reaches only what it is given', async () => {
    const [result] = await inStrict(
      'WebAssembly.Module.imports(new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0]))).length',
    );
    expect(result?.result).toBe(0);
  });
});

describe('a violation', () => {
  it('is an error like any other to who catches it', async () => {
    const results = await inStrict(
      "try { require('net') } catch (error) { [error instanceof Error, error.name] }",
      "await import('fs').catch((error) => error.name)",
      "try { eval('1') } catch (error) { error.name }",
      "const later = Promise.reject(1); try { require('net') } catch {} await later.catch(() => 'on')",
    );
    expect(texts(results)).toEqual([
      "[ true, 'SandboxViolation' ]",
      "'SandboxViolation'",
      "'EvalError'",
      "'on'",
    ]);
  });

  it('that nothing waits for is told on stderr, with its rule', async () => {
    const [result] = await inStrict(
      "setTimeout(() => require('fs')); await new Promise((done) => setTimeout(done, 20)); 'end'",
    );
    expect(result).toMatchObject({ status: 'ok', result: 'end' });
    expect(result?.error).toContain('(javascript/import-outside-strict)');
  });

  it('is not what a cell makes up', async () => {
    const results = await inStrict(
      "class SandboxViolation extends Error {}\nthrow new SandboxViolation('mine')",
      "try { require('fs') } catch (error) { throw new error.constructor('mine') }",
      "throw new EvalError('mine')",
    );
    expect(results.map(({ status }) => status)).toEqual(['error', 'error', 'error']);
  });

  it('is known whatever a cell has done to the built-in objects', async () => {
    const results = await inStrict(
      "typeof require('crypto')",
      'WeakMap.prototype.get = Set.prototype.has = String.prototype.startsWith = () => true; Array.prototype[Symbol.iterator] = undefined; Object.defineProperty = undefined',
      "require('fs')",
      "require('crypto').setEngine('x')",
    );
    expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'denied', 'denied']);
  });
});

describe('the streams of strict mode', () => {
  it('write whole and in order, and open neither files nor sockets', async () => {
    const results = await inStrict(
      "console.log('one'); process.stdout.write('two\\n'); console.error('err')",
      "process.stdout.end('last\\n'); undefined",
      "console.log('on')",
      "let all = ''; for await (const chunk of process.stdin) all += chunk; all",
      '[process.stdin, process.stdout, process.stderr, console._stdout].map((stream) => stream.constructor.name)',
    );
    expect(results.map(({ output }) => output).slice(0, 3)).toEqual([
      'one\ntwo\n',
      'last\n',
      'on\n',
    ]);
    expect(results[0]?.error).toBe('err\n');
    expect(results[3]?.result).toBe('');
    expect(results[4]?.result).toEqual(['Readable', 'Writable', 'Writable', 'Writable']);
  });
});

describe('standard mode, in which the policy warns', () => {
  it('has every module, and code from strings', async () => {
    const results = await runCells(fixture, [
      "require('child_process').execSync('echo child', { encoding: 'utf8' })",
      "typeof (await import('node:net')).connect",
      "eval('1') + new Function('return 1')()",
      "throw new EvalError('Code generation from strings disallowed for this context')",
    ]);
    expect(texts(results)).toEqual(["'child\\n'", "'function'", '2', 'error']);
  });
});

describe('TypeScript', () => {
  const typed = createRunnerFixture(createTypeScriptRunner(), { examined: false });

  it('has the same fence', async () => {
    const results = await runCells(
      typed,
      [
        "import { sep } from 'node:path'; sep as string",
        "const name: string = 'fs'; require(name)",
        "eval('1' as string)",
        'type Reading = { celsius: number }; const fs: Reading = { celsius: 1 }; fs.celsius',
      ],
      STRICT,
    );
    expect(texts(results)).toEqual(["'/'", 'denied', 'denied', '1']);
  });
});

import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner } from '../src/index.ts';
import { runCells, texts } from './run-cells.ts';

const fixture = createRunnerFixture(createNodeRunner());

describe('declarations', () => {
  it('may be made again, all kinds alike (R-EXE-08, nd-001)', async () => {
    const results = await runCells(fixture, [
      'const m = 1; let n = 1; class K { v() { return 1 } }; function f() { return 1 }',
      'const m = 2; let n = 2; class K { v() { return 2 } }; function f() { return 2 }',
      '[m, n, new K().v(), f()]',
    ]);
    expect(results[2]?.result).toEqual([2, 2, 2, 2]);
  });

  it('made before a cell fails stay, later ones were never made (nd-003)', async () => {
    const results = await runCells(fixture, [
      "var keep = 'old'",
      "const done = 1; var viaVar = 2; keep = 'new'; function hoisted() { return 3 }\nthrow new Error('mid');\nvar never = 4;",
      '[done, viaVar, keep, hoisted(), typeof never]',
      'const never2 = 5; never2',
    ]);
    expect(results[1]).toMatchObject({
      status: 'error',
      exception: { name: 'Error', message: 'mid' },
    });
    expect(results[2]?.result).toEqual([1, 2, 'new', 3, 'undefined']);
    expect(results[3]?.result).toBe(5);
  });

  it('of a constant that was never reached can be made again (nd-003)', async () => {
    const results = await runCells(fixture, [
      "throw new Error('mid');\nconst never = 4;",
      'const never = 5; never',
    ]);
    expect(results[1]?.result).toBe(5);
  });
});

describe('values', () => {
  it('take a literal for an object and a block for a block (nd-005)', async () => {
    const results = await runCells(fixture, [
      '{ a: 1 }',
      '{ var x4 = 4; x4 + 1 }',
      '{ a: 1, b: 2 };',
      '[1, 2].map(x => x * 2); // trailing comment',
      '({ c: 3 });',
      '{}',
      'function g() { return 1 }\ng()\n/* end */',
    ]);
    expect(texts(results)).toEqual([
      '{ a: 1 }',
      '5',
      '{ a: 1, b: 2 }',
      '[ 2, 4 ]',
      '{ c: 3 }',
      '{}',
      '1',
    ]);
  });

  it('are those of the last expression, however it is written (nd-006)', async () => {
    const results = await runCells(fixture, [
      '1 + 1;',
      'const t = `a\n;b`; t;',
      'let i = 0\ni++\ni',
      "'use strict'",
      'if (true) { 7 }',
      'var u',
      'async () => 1',
      'label: for (;;) { break label }',
      "'use strict'; (function () { return this })()",
    ]);
    expect(texts(results)).toEqual([
      '2',
      "'a\\n;b'",
      '1',
      "'use strict'",
      '7',
      null,
      '[AsyncFunction (anonymous)]',
      null,
      null,
    ]);
  });

  it('are shown as the Node REPL shows them, and given as JSON where they are JSON', async () => {
    const results = await runCells(fixture, [
      '[NaN, -0, 10n, Symbol("q"), null, undefined]',
      'new Map([["a", new Date(0)]])',
      '({ get g() { throw 1 }, toJSON() { throw 2 } })',
      'new Proxy({ a: 1 }, { get() { throw 3 } })',
      '({ a: [1, "x", null, { b: false }] })',
      'NaN',
      'null',
      '"\\udc00"',
      'class Point { x = 1 }\nnew Point()',
      'const loop = {}; loop.loop = loop; loop',
    ]);
    expect(texts(results)).toEqual([
      '[ NaN, -0, 10n, Symbol(q), null, undefined ]',
      "Map(1) { 'a' => 1970-01-01T00:00:00.000Z }",
      '{ g: [Getter], toJSON: [Function: toJSON] }',
      'Proxy [ { a: 1 }, { get: [Function: get] } ]',
      "{ a: [ 1, 'x', null, { b: false } ] }",
      'NaN',
      'null',
      "'\\udc00'",
      'Point { x: 1 }',
      '<ref *1> { loop: [Circular *1] }',
    ]);
    expect(results[4]?.result).toEqual({ a: [1, 'x', null, { b: false }] });
    expect(results[6]?.result).toBeNull();
    expect(results[8]?.result).toBe('Point { x: 1 }');
  });

  it('that are huge are cut, and cost nothing else', async () => {
    const results = await runCells(fixture, [
      "'x'.repeat(1_000_000)",
      'Array.from({ length: 300_000 }, (_, i) => i)',
      '1',
    ]);
    expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    for (const { result_text } of results) {
      expect(Buffer.byteLength(result_text ?? '')).toBeLessThanOrEqual(256 * 1024);
    }
  });

  it('of a hook that throws are an error of the cell (nd-013)', async () => {
    const results = await runCells(fixture, [
      "({ [Symbol.for('nodejs.util.inspect.custom')]() { throw new Error('ins') } })",
      "({ toJSON() { throw new Error('tj') }, a: 1 })",
    ]);
    expect(results[0]).toMatchObject({
      status: 'error',
      exception: { name: 'Error', message: 'ins' },
    });
    expect(texts(results)[1]).toBe('{ toJSON: [Function: toJSON], a: 1 }');
  });
});

describe('modules', () => {
  it('load by require and import, from files beside the cell as well (R-EXE-08, nd-020)', async () => {
    const results = await runCells(fixture, [
      "require('node:fs').writeFileSync('m1.mjs', 'export const v = 1'); require('node:fs').writeFileSync('c1.cjs', 'module.exports = { w: 2 }'); (await import('node:path')).sep",
      "(await import('./m1.mjs')).v",
      "require('./c1.cjs').w",
      "import os from 'node:os'; os.EOL",
      'eval(\'import("node:fs")\') instanceof Promise',
      'await new Function(\'return import("node:fs")\')().then(m => typeof m.readFileSync)',
    ]);
    expect(texts(results)).toEqual(["'/'", '1', '2', "'\\n'", 'true', "'function'"]);
    for (const { error } of results) expect(error).toBe('');
  });

  it('resolve from the directory the cell is in', async () => {
    const results = await runCells(fixture, [
      "fs.mkdirSync('sub'); fs.writeFileSync('sub/here.cjs', 'module.exports = 3'); process.chdir('sub')",
      "require('./here.cjs')",
      "import here from './here.cjs'; here",
      '(await import("./here.cjs")).default',
      "await import('./nowhere.mjs').catch((error) => error.code)",
      'import.meta.dirname',
    ]);
    expect(texts(results).slice(1)).toEqual([
      '3',
      '3',
      '3',
      "'ERR_MODULE_NOT_FOUND'",
      "'/workspace/sub'",
    ]);
  });

  it('say so when they lack what an import statement names', async () => {
    const [result] = await runCells(fixture, ["import { nothing } from 'node:fs'"]);
    expect(result?.exception).toMatchObject({
      name: 'SyntaxError',
      message: "The requested module 'node:fs' does not provide an export named 'nothing'",
    });
  });

  it('are there by name, and a cell may take the names for itself', async () => {
    const results = await runCells(fixture, [
      'path.sep',
      "const path = require('node:path'); path.sep",
      'typeof os.cpus',
      'let os = 3; os',
    ]);
    expect(texts(results)).toEqual(["'/'", "'/'", "'function'", '3']);
  });
});

describe('WebAssembly and fetch', () => {
  const cells = [
    'new WebAssembly.Memory({ initial: 1, maximum: 16 }).buffer.byteLength',
    'typeof fetch',
    '(await WebAssembly.instantiate(new Uint8Array([0,97,115,109,1,0,0,0]))).instance instanceof WebAssembly.Instance',
  ];
  it.each(['strict', 'standard', 'relaxed'] as const)(
    'work in %s mode under the default memory limit (nd-018)',
    async (sandbox_mode) => {
      const results = await runCells(fixture, cells, { sandbox_mode });
      expect(texts(results)).toEqual(['65536', "'function'", 'true']);
    },
  );
});

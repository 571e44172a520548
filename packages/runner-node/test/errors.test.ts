import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner } from '../src/index.ts';
import { runCells } from './run-cells.ts';

const fixture = createRunnerFixture(createNodeRunner());

async function tracebacks(...cells: readonly string[]): Promise<string[]> {
  const results = await runCells(fixture, cells);
  return results.map(({ exception }) => exception?.traceback.join('\n') ?? '');
}

describe('tracebacks', () => {
  it('name the lines of the cells on the way, and show the one at fault (R-EXE-07)', async () => {
    const [, called] = await tracebacks(
      "function f() {\n  throw new TypeError('t');\n}",
      'const before = 1; f()',
    );
    expect(called).toBe(
      [
        'cell-1.js:2',
        "  throw new TypeError('t');",
        '        ^',
        '',
        'TypeError: t',
        '    at f (cell-1.js:2:9)',
        '    at cell-2.js:1:19',
      ].join('\n'),
    );
  });

  it('go on behind an await, with causes and further members', async () => {
    const [text] = await tracebacks(
      "await null;\nthrow Object.assign(new Error('outer', { cause: new RangeError('inner') }), { code: 'E1' })",
    );
    expect(text).toContain('    at cell-1.js:2:');
    expect(text).toContain("code: 'E1'");
    expect(text).toContain('[cause]: RangeError: inner');
  });

  it('keep the frames of Node that people know, and none of its insides or the driver (R-EXE-07)', async () => {
    const all = await tracebacks(
      "require('node:fs').readFileSync('/nope')",
      "require('./nope')",
      "await import('./nope.mjs')",
      'setTimeout(() => {}, 1); await new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 5))',
    );
    expect(all[0]).toContain('readFileSync (node:fs:');
    for (const text of all) {
      expect(text).not.toBe('');
      expect(text).not.toMatch(/node:internal|\/opt\/repltool|__repltool/);
    }
  });

  it('show the lines as the user has written them', async () => {
    const [called, imported, evaluated] = await tracebacks(
      "await import('node:path'); null.x",
      "1; await import('./nope.mjs')",
      "eval('(')",
    );
    expect(called).toContain(
      "cell-1.js:1\nawait import('node:path'); null.x\n                                ^\n",
    );
    expect(imported).toMatch(/Cannot find module/);
    expect(evaluated).toContain("eval('(')");
    for (const text of [called, imported, evaluated]) expect(text).not.toContain('__repltool');
  });

  it('place syntax errors, of which nothing has run (R-EXE-06)', async () => {
    expect(await tracebacks('const = 5', 'let a = 1;\nfoo bar', 'if (true) {\n  1')).toEqual([
      "cell-1.js:1\nconst = 5\n      ^\n\nSyntaxError: Unexpected token '='",
      "cell-2.js:2\nfoo bar\n    ^\n\nSyntaxError: Unexpected identifier 'bar'",
      'cell-3.js:2\n  1\n   ^\n\nSyntaxError: Unexpected end of input',
    ]);
  });
});

describe('exceptions', () => {
  it('that are no errors are shown as they are', async () => {
    const results = await runCells(fixture, [
      'throw 1',
      'throw null',
      "throw { code: 'x' }",
      'await Promise.reject()',
    ]);
    expect(results.map(({ exception }) => exception?.message)).toEqual([
      '1',
      'null',
      "{ code: 'x' }",
      'undefined',
    ]);
    expect(results.map(({ exception }) => exception?.name)).toEqual(Array(4).fill('Uncaught'));
  });

  it('that cannot be looked at do no harm', async () => {
    const results = await runCells(fixture, [
      "throw Object.defineProperty(new Error('x'), 'name', { get() { throw new Error('no name') } })",
      "throw new Proxy(new Error('p'), { get() { throw 1 } })",
      'throw { [Symbol.for("nodejs.util.inspect.custom")]() { throw 2 } }',
      '1',
    ]);
    expect(results.map(({ status }) => status)).toEqual(['error', 'error', 'error', 'ok']);
  });

  it('of kinds that Node has besides Error have their names', async () => {
    const [abort, many] = await runCells(fixture, [
      "throw new DOMException('stop', 'AbortError')",
      "throw new AggregateError([new Error('one')], 'many')",
    ]);
    expect(abort?.exception).toMatchObject({ name: 'AbortError', message: 'stop' });
    expect(many?.exception).toMatchObject({ name: 'AggregateError', message: 'many' });
  });
});

describe('what nothing catches', () => {
  it('between cells is told on stderr, and the session lives (nd-008)', async () => {
    await using session = await fixture.session();
    const said = new Promise<string>((resolve) => {
      session.subscribe({ output: ({ stream, text }) => stream === 'stderr' && resolve(text) });
    });
    const made = await session.execute("var p = Promise.reject(new Error('x')); 'made'");
    expect(made.result).toBe('made');
    expect(await said).toBe('Uncaught Error: x\n    at cell-1.js:1:24\n');
    const caught = await session.execute("await p.catch((error) => 'caught ' + error.message)");
    expect(caught.result).toBe('caught x');
  });

  it('in a callback is told while the cell goes on', async () => {
    const [result] = await runCells(fixture, [
      "setTimeout(() => { throw new Error('callback') }, 1); await new Promise((r) => setTimeout(r, 50)); 'end'",
    ]);
    expect(result).toMatchObject({ status: 'ok', result: 'end' });
    expect(result?.error).toMatch(/^Uncaught Error: callback\n {4}at Timeout\._onTimeout \(cell-1/);
  });

  it('is first of all for the listeners of the cell', async () => {
    const [result] = await runCells(fixture, [
      "process.on('uncaughtException', (error, origin) => console.log(error.message, origin)); setTimeout(() => { throw new Error('mine') }, 1); await new Promise((r) => setTimeout(r, 50))",
    ]);
    expect(result).toMatchObject({ output: 'mine uncaughtException\n', error: '' });
  });
});

import type { Session } from '@repltool/core';
import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createNodeRunner());

async function complete(session: Session, code: string): Promise<string[]> {
  const { replace, completions } = await session.complete({ code, cursor: code.length });
  return completions.map(({ text }) => code.slice(0, replace.start) + text);
}

async function inspect(session: Session, code: string): Promise<unknown> {
  const { data } = await session.inspect({ code, cursor: code.length });
  return data?.['text/plain'] ?? null;
}

const DEFINITIONS = `
var count = 20; const list = [1, 'a\\nb', { x: { y: { z: 1 } } }]; let temperature = 5;
function area(width, height = 2) { return width * height }
class Shelf extends Map { books() {} }
const shelf = new Shelf([['a', 1]]), trap = new Proxy({}, { get() { throw 1 } });
const careful = { get danger() { throw 1 }, safe: -0 };
Object.defineProperty(globalThis, 'loop', { configurable: true, get() { for (;;) ; } });
undefined`;

describe('completion', () => {
  it('knows names, members, keywords and modules, and calls nothing', async () => {
    await using session = await fixture.session();
    await session.execute(DEFINITIONS);
    expect(await complete(session, '€😀; temp')).toEqual(['€😀; temperature']);
    expect(await complete(session, 'list.fl')).toEqual(['list.flat', 'list.flatMap']);
    expect(await complete(session, 'shelf?.b')).toEqual(['shelf?.books']);
    expect(await complete(session, 'careful.')).toEqual(
      expect.arrayContaining(['careful.danger', 'careful.safe']),
    );
    for (const dead of ['careful.danger.', 'trap.', 'loop.', 'area().', 'list[0].']) {
      expect(await complete(session, dead)).toEqual([]);
    }
    expect(await complete(session, "'text'.toUpperC")).toEqual(["'text'.toUpperCase"]);
    expect(await complete(session, 'retur')).toEqual(['return']);
    expect(await complete(session, "require('node:fs/")).toEqual(["require('node:fs/promises"]);
    expect(await complete(session, 'fs.readFileS')).toEqual(['fs.readFileSync']);
    expect(await complete(session, '__rep')).toEqual([]);
  });

  it('says what each is', async () => {
    await using session = await fixture.session();
    await session.execute(DEFINITIONS);
    const kindOf = async (code: string) =>
      (await session.complete({ code, cursor: code.length })).completions[0]?.kind;
    expect(await Promise.all(['count', 'area', 'Shelf', 'Shel', 'shelf.book'].map(kindOf))).toEqual(
      ['variable', 'function', 'class', 'class', 'method'],
    );
  });

  it('names the files beside the cell, and in strict mode only its modules', async () => {
    await using session = await fixture.session();
    await session.execute("fs.mkdirSync('lib'); fs.writeFileSync('lib/one.cjs', '')");
    expect(await complete(session, "require('./l")).toEqual(["require('./lib/"]);
    expect(await complete(session, "require('./lib/o")).toEqual(["require('./lib/one.cjs"]);
    await using strict = await fixture.session({ sandbox_mode: 'strict' });
    expect(await complete(strict, "import('f")).toEqual([]);
    expect(await complete(strict, "import('asser")).toContain("import('assert");
    expect(await complete(strict, 'fs.read')).toEqual([]);
  });

  it('executes nothing (nd-028)', async () => {
    await using session = await fixture.session();
    await complete(session, 'while (true) {}');
    expect(await complete(session, 'globalThis.side = 1; glob')).toContain(
      'globalThis.side = 1; global',
    );
    expect((await session.execute('typeof side')).result).toBe('undefined');
  });
});

describe('inspection', () => {
  it('gives types, previews and signatures', async () => {
    await using session = await fixture.session();
    await session.execute(DEFINITIONS);
    // On a busy machine an answer may take longer than a question waits.
    await expect
      .poll(() => inspect(session, 'area'))
      .toBe('area: function\nfunction area(width, height = 2)');
    await expect
      .poll(() => inspect(session, 'area(1, '))
      .toBe('area: function\nfunction area(width, height = 2)');
    await expect
      .poll(() => inspect(session, 'Shelf'))
      .toBe('Shelf: class\nclass Shelf extends Map');
    await expect.poll(() => inspect(session, 'Math.max')).toContain('[native code]');
    await expect.poll(() => inspect(session, 'careful.safe')).toBe('careful.safe: number\n-0');
    await expect
      .poll(() => inspect(session, 'careful'))
      .toBe('careful: Object\n{ danger: [Getter], safe: -0 }');
    for (const unknown of ['nowhere', 'loop', 'careful.danger', '']) {
      expect(await inspect(session, unknown)).toBeNull();
    }
  });
});

describe('variables', () => {
  it('are listed in order of definition, on one line each', async () => {
    await using session = await fixture.session();
    await session.execute(DEFINITIONS);
    await session.execute("globalThis.os = 3; path.sep; const text = 'x'.repeat(1000); 0");
    const { variables, total } = await session.variables();
    expect(total).toBe(11);
    expect(variables.slice(0, -1)).toEqual([
      { name: 'count', type: 'number', value: '20' },
      {
        name: 'list',
        type: 'Array',
        value: "[1, 'a\\nb', { x: { y: [Object] } }]",
        shape: '3 items',
      },
      { name: 'temperature', type: 'number', value: '5' },
      { name: 'area', type: 'function', value: '[Function area]' },
      { name: 'Shelf', type: 'class', value: '[class Shelf]' },
      { name: 'shelf', type: 'Shelf', value: "Shelf(1) { 'a' => 1 }", shape: '1 item' },
      { name: 'trap', type: 'Proxy', value: 'Proxy' },
      { name: 'careful', type: 'Object', value: '{ danger: [Getter], safe: -0 }' },
      { name: 'loop', type: 'accessor', value: '[Getter]' },
      { name: 'os', type: 'number', value: '3' },
    ]);
    expect(variables.at(-1)?.value).toHaveLength(200);
  });
});

describe('questions', () => {
  it.each([
    'for (;;) ;',
    'await new Promise(() => {})',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    "require('child_process').execSync('sleep 60')",
  ])('are answered while a cell runs, as far as can be: %s', async (code) => {
    await using session = await fixture.session();
    await session.execute('const kept = 1');
    const started = new Promise((resolve) => {
      session.subscribe({ output: resolve });
    });
    const running = session.execute(`console.log('started'); ${code}`);
    await started;
    const asked = performance.now();
    await session.variables();
    await complete(session, 'kep');
    expect(performance.now() - asked).toBeLessThan(4000);
    session.interrupt();
    expect(await running).toMatchObject({ status: 'interrupted', state: { outcome: 'kept' } });
    expect(await complete(session, 'kep')).toEqual(['kept']);
  });

  it('are answered whatever a cell has done to the built-in objects', async () => {
    await using session = await fixture.session();
    await session.execute(
      'const kept = [1]; Array.prototype.push = Array.prototype.sort = Object.keys = Reflect.ownKeys = RegExp.prototype.exec = String.prototype.startsWith = undefined; Object.prototype.get = Object.prototype.value = 1',
    );
    expect(await complete(session, 'kep')).toEqual(['kept']);
    expect((await session.variables()).variables).toMatchObject([{ name: 'kept', value: '[1]' }]);
  });
});

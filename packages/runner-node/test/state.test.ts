import type { Session } from '@repltool/core';
import type { ExecutionResult } from '@repltool/protocol';
import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createNodeRunner, createTypeScriptRunner } from '../src/index.ts';

const fixture = createRunnerFixture(createNodeRunner(), { examined: false });
const typed = createRunnerFixture(createTypeScriptRunner());
const EVERY_CELL = { checkpoint: 'every-cell' } as const;
const DIE = "process.kill(process.pid, 'SIGKILL')";

/** Runs cells, ends the interpreter, and gives the result of the last one. */
async function carried(
  cells: readonly string[],
  last: string,
  config: Parameters<typeof fixture.session>[0] = {},
  die = DIE,
): Promise<{ died: ExecutionResult; result: ExecutionResult }> {
  await using session = await fixture.session({ ...EVERY_CELL, ...config });
  return await runAndDie(session, cells, die, last);
}

async function runAndDie(
  session: Session,
  cells: readonly string[],
  die: string,
  last: string,
): Promise<{ died: ExecutionResult; result: ExecutionResult }> {
  for (const code of cells) expect(await session.execute(code)).toMatchObject({ status: 'ok' });
  const died = await session.execute(die);
  return { died, result: await session.execute(last) };
}

describe('the state of a session whose interpreter died', () => {
  it.each([
    [DIE, 'crashed'],
    ['process.abort()', 'crashed'],
    ['const hog = []; for (;;) hog.push(Buffer.alloc(1e6, 1))', 'limit'],
  ])('is there again after %s (R-LIM-11)', async (die, status) => {
    const { died, result } = await carried(['var x = 20', 'let y = 22'], 'x + y', {}, die);
    expect(died).toMatchObject({ status, state: { outcome: 'restored', lost_names: [] } });
    expect(result.result).toBe(42);
  });

  it('has plain data of every kind', async () => {
    const { died, result } = await carried(
      [
        "const list = [1, 'a', , undefined, NaN, -0, 10n, null, true]; list.extra = { deep: [{}] }",
        "const map = new Map([['k', new Set([1])]]), date = new Date(5), pattern = /x\\/y/gi, symbol = Symbol('mine');",
        "const floats = new Float64Array([1.5, 2]), bytes = Buffer.from('héllo'), view = new DataView(floats.buffer, 8); const part = bytes.subarray(1, 3)",
        "const failure = new RangeError('bad', { cause: 1 }), bare = Object.create(null), frozen = Object.freeze({ [symbol]: Symbol.iterator }); bare.a = new URL('http://a/b?c')",
      ],
      "const util = require('util'); [util.inspect([list, map, date, pattern, failure.message, failure.cause, failure instanceof RangeError, bare.a.href], { depth: 9, breakLength: Infinity }), String(part), part.buffer === bytes.buffer, view.getFloat64(0, true), view.buffer === floats.buffer, Object.isFrozen(frozen), frozen[symbol] === Symbol.iterator]",
    );
    expect(died.state.lost_names).toEqual([]);
    expect(result.result).toEqual([
      "[ [ 1, 'a', <1 empty item>, undefined, NaN, -0, 10n, null, true, extra: { deep: [ {} ] } ], Map(1) { 'k' => Set(1) { 1 } }, 1970-01-01T00:00:00.005Z, /x\\/y/gi, 'bad', 1, true, 'http://a/b?c' ]",
      'é',
      true,
      2,
      true,
      true,
      true,
    ]);
  });

  it('keeps what variables share, and cycles', async () => {
    const { result } = await carried(
      [
        'const shared = { n: 1 }; const one = { shared }, two = [shared]; one.self = one; two.push(two)',
      ],
      '[one.shared === two[0], one.shared === shared, one.self === one, two[1] === two]',
    );
    expect(result.result).toEqual([true, true, true, true]);
  });

  it.each(['strict', 'standard'] as const)(
    'has functions and classes, and their instances, in %s mode',
    async (sandbox_mode) => {
      const { died, result } = await carried(
        [
          'let factor = 2; function times(n) { return n * factor } times.calls = 1; const arrow = async (n) => n + factor',
          'class Shape { static count = 0; constructor(n) { this.n = n } get area() { return this.n * factor } } class Square extends Shape { area2() { return super.area + this.#one() } #one() { return 1 } static from(n) { return new this(n) } }',
          'Shape.count = 5; Shape.prototype.added = function () { return this.n }; const shape = new Shape(4); class Stack extends Array { top() { return this.at(-1) } } const stack = Stack.from([1, 2])',
          'function Old() { this.old = 1 } Old.prototype.get = function () { return this.old }; const old = new Old(); const object = { get g() { return factor }, m() { return this.x }, x: 3, *gen() { yield 1 } }',
        ],
        '[times(2), times.calls, await arrow(1), shape.area, shape instanceof Shape, Shape.count, shape.added(), Square.from(1).area2(), stack.top(), stack instanceof Stack, old.get(), old instanceof Old, object.g, object.m(), [...object.gen()], times.name]',
        { sandbox_mode },
        'process.abort()',
      );
      expect(died.state).toMatchObject({ outcome: 'restored', lost_names: [] });
      expect(result.result).toEqual([
        ...[4, 1, 3, 8, true, 5, 4, 3, 2, true, 1, true, 2, 3],
        [1],
        'times',
      ]);
    },
  );

  it('has modules, by whichever way they came, the directory and the environment', async () => {
    const { died, result } = await carried(
      [
        "fs.mkdirSync('sub'); process.chdir('sub'); fs.writeFileSync('own.cjs', 'exports.Own = class { hello() { return 1 } }'); fs.writeFileSync('esm.mjs', 'export const made = () => 2')",
        "const { Own } = require('./own.cjs'); const own = new Own(); import { made } from './esm.mjs'; import * as path from 'node:path'; const { readFileSync } = require('fs'); const log = console.log",
        "const esm = await import('./esm.mjs'); process.env.MINE = 'yes'; delete process.env.LANG",
      ],
      "[own.hello(), own instanceof require('./own.cjs').Own, made(), esm.made === made, path.sep, readFileSync === fs.readFileSync, log === console.log, process.env.MINE, process.env.LANG ?? null, process.cwd()]",
    );
    expect(died.state.lost_names).toEqual([]);
    expect(result.result).toEqual([
      ...[1, true, 2, true, '/', true, true, 'yes', null],
      '/workspace/sub',
    ]);
  });

  it('is there in the directory it began in, when the last one is gone', async () => {
    const { died, result } = await carried(
      ["const kept = 1; fs.mkdirSync('gone'); process.chdir('gone'); fs.rmdirSync('../gone')"],
      '[kept, process.cwd()]',
    );
    expect(died.state.outcome).toBe('restored');
    expect(result.result).toEqual([1, '/workspace']);
  });

  it('keeps how names were declared, and their order', async () => {
    await using session = await fixture.session(EVERY_CELL);
    await runAndDie(session, ['const c = 1; let l = 2; var v = 3; globalThis.g = 4'], DIE, '0');
    const errors = await session.execute(
      "const messages = []; try { c = 2 } catch (error) { messages.push(error.message) } l = v = g = 9; [messages, Object.keys(globalThis).includes('v'), delete globalThis.g]",
    );
    expect(errors.result).toEqual([['Assignment to constant variable.'], true, true]);
    const { variables } = await session.variables();
    expect(variables.map(({ name }) => name)).toEqual(['c', 'l', 'v', 'messages']);
  });

  it('has functions that know themselves, and what extends what', async () => {
    const { died, result } = await carried(
      [
        'class Node { static root = new Node(); next = null } const factorial = function self(n) { return n < 2 ? 1 : n * self(n - 1) }',
        'let Base = class { which() { return 1 } }; class Derived extends Base {} const derived = new Derived(); const Decoder = TextDecoder',
        'const OldBase = Base; Base = class { which() { return 2 } }; undefined',
      ],
      '[Node.root instanceof Node, factorial(4), derived.which(), new Derived().which(), new Base().which(), Decoder === TextDecoder]',
    );
    expect(died.state.lost_names).toEqual([]);
    expect(result.result).toEqual([true, 24, 1, 1, 2, true]);
  });

  it('has nothing of the globals that Node makes when they are used', async () => {
    await using session = await fixture.session();
    await session.execute("new Headers(); new DOMException('x'); typeof fetch");
    expect(await session.variables()).toEqual({ variables: [], total: 0 });
    await session.execute('globalThis.fetch = () => 1; function structuredClone() {}');
    const { variables } = await session.variables();
    expect(variables.map(({ name }) => name)).toEqual(['fetch', 'structuredClone']);
  });

  it('names what cannot be carried, and has the rest', async () => {
    const { died, result } = await carried(
      [
        'const kept = 1; const promise = Promise.resolve(1), weak = new WeakMap(), trap = new Proxy({}, {}), generator = (function* () {})(), timer = setTimeout(() => {}, 1e6)',
        'function make(a) { return () => a } const closure = make(1); class Secret { #x = 1; get() { return this.#x } } const secret = new Secret(); const bound = make.bind(null); const holder = { deep: [closure] }; const free = make',
        "const server = require('net').createServer(), large = new Uint8Array(2e7); Object.defineProperty(globalThis, 'loop', { configurable: true, get() { for (;;) ; } }); undefined",
      ],
      '[kept, typeof make, typeof free, typeof Secret, typeof promise, typeof closure]',
    );
    expect([...died.state.lost_names].sort()).toEqual(
      [
        ...['bound', 'closure', 'generator', 'holder', 'large', 'loop', 'promise', 'secret'],
        ...['server', 'timer', 'trap', 'weak'],
      ].sort(),
    );
    expect(result.result).toEqual([
      ...[1, 'function', 'function', 'function', 'undefined', 'undefined'],
    ]);
  });

  it('is taken without calling anything of the user', async () => {
    const { result } = await carried(
      [
        'globalThis.calls = 0; const count = () => { globalThis.calls += 1; throw new Error() }; globalThis.kept = { a: [1, "x"] }',
        'const sly = { get a() { return count() }, toJSON: count, [Symbol.toPrimitive]: count, [Symbol.iterator]: count }; const trap = new Proxy({}, { get: count, ownKeys: count, getOwnPropertyDescriptor: count, getPrototypeOf: count }); const inside = [trap]',
        'Object.prototype.toJSON = Array.prototype.toJSON = count; Map.prototype.get = Map.prototype.set = Array.prototype.push = Array.prototype.join = Object.keys = Reflect.ownKeys = JSON.stringify = Array.prototype[Symbol.iterator] = RegExp.prototype.exec = count; globalThis.Map = globalThis.WeakMap = globalThis.Set = count; undefined',
        'calls',
      ],
      '[calls, kept]',
    );
    expect(result.result).toEqual([0, { a: [1, 'x'] }]);
  });

  it('of TypeScript cells is the same', async () => {
    await using session = await typed.session(EVERY_CELL);
    const { result } = await runAndDie(
      session,
      [
        'enum Size { Small = 1, Large }\nclass Box { constructor(public size: Size) {} }',
        'const box: Box = new Box(Size.Large)',
      ],
      DIE,
      '[box.size, Size[box.size], box instanceof Box]',
    );
    expect(result.result).toEqual([2, 'Large', true]);
  });
});

describe('strict mode', () => {
  it('has no way to modules or to code from strings in a state', async () => {
    const { result } = await carried(
      [
        'const f = (name) => require(name); const text = "process.exit(1)"; const named = { [\'x\']() { return 1 } }',
      ],
      "let rule; try { f('f' + 's') } catch (error) { rule = error.name } [rule, text, named.x(), typeof __repltool_state]",
      { sandbox_mode: 'strict' },
      'process.abort()',
    );
    expect(result.result).toEqual(['SandboxViolation', 'process.exit(1)', 1, 'undefined']);
  });
});

describe('undo', () => {
  it('goes back over data that cells have changed in place', async () => {
    await using session = await fixture.session(EVERY_CELL);
    await session.execute('const list = [1]');
    await session.execute('list.push(2)');
    await session.execute('list.push(3)');
    expect(await session.undo(1)).toMatchObject({ outcome: 'restored' });
    expect((await session.execute('list')).result).toEqual([1, 2]);
  });
});

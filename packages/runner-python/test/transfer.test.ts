import { driverFrameSchema, type DriverFrame } from '@repltool/core';
import { describe, expect, it } from 'vitest';
import { startDriver, type DriverProcess } from './driver-process.ts';
import { firstInterpreter } from './interpreters.ts';

async function start(): Promise<DriverProcess> {
  const driver = await startDriver(await firstInterpreter());
  driver.send({ type: 'hello', cwd: driver.directory, environment: {}, mode: 'standard' });
  return driver;
}

async function answerOf(driver: DriverProcess): Promise<DriverFrame> {
  return driverFrameSchema.parse(await driver.nextFrame());
}

async function dump(driver: DriverProcess) {
  const pieces: string[] = [];
  driver.send({ type: 'dump', id: 'dump' });
  for (;;) {
    const frame = await answerOf(driver);
    if (frame.type === 'dump-part') pieces.push(frame.data);
    else if (frame.type === 'dumped') return { pieces, lost: frame.lost_names };
    else throw new Error(`not part of a dump: ${frame.type}`);
  }
}

async function load(driver: DriverProcess, pieces: readonly string[]): Promise<DriverFrame> {
  for (const data of pieces) driver.send({ type: 'load-part', id: 'load', data });
  driver.send({ type: 'load', id: 'load' });
  return answerOf(driver);
}

/** Runs `cell`, carries its state over twice, and gives the text of `expression` there. */
async function carried(cell: string, expression: string) {
  await using first = await start();
  expect((await first.run(cell)).frame.exception).toBeUndefined();
  const once = await dump(first);
  await using second = await start();
  expect(await load(second, once.pieces)).toMatchObject({ type: 'loaded', lost_names: [] });
  const twice = await dump(second);
  await using third = await start();
  expect(await load(third, twice.pieces)).toMatchObject({ type: 'loaded', lost_names: [] });
  const { frame } = await third.run(expression);
  return { text: frame.text ?? frame.exception?.message, lost: [...once.lost, ...twice.lost] };
}

const CLASSES = `
import abc
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple
from collections import namedtuple
class Base(abc.ABC):
    made = 0
    def __init__(self): Base.made += 1
class Sub(Base):
    def __init__(self):
        super().__init__()
        self.items = [self]
    def __secret(self): return 'secret'
    def tell(self): return self.__secret()
@dataclass
class Record:
    a: int
    b: list = field(default_factory=list)
class Color(Enum):
    RED = 1
class Pair(NamedTuple):
    x: int = 4
Point = namedtuple('Point', 'x y', defaults=[5])
sub, record, color, pair, point = Sub(), Record(1), Color.RED, Pair(), Point(1)
`;

describe('the state of a session, carried to another interpreter', () => {
  it.each([
    [
      'data',
      `x = {'a': [1, (2.5, None)], 'b': {b'c'}}`,
      'x',
      `{'a': [1, (2.5, None)], 'b': {b'c'}}`,
    ],
    [
      'one thing of two names',
      'x = []\ny = x\nz = {1: x}\nx.append(z)',
      'y is x, z[1] is x, x[0] is z',
      '(True, True, True)',
    ],
    ['modules', 'import math as m, os.path', 'm.floor(1.5), os.path.basename("a/b")', `(1, 'b')`],
    ['functions', 'def f(n, k=2): return n if n < 2 else f(n - 1) * k', 'f(4)', '8'],
    [
      'decorated functions',
      'from functools import lru_cache\n@lru_cache\ndef fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)',
      'fib(50)',
      '12586269025',
    ],
    [
      'closures that share a variable',
      'def counter():\n    n = 0\n    def more():\n        nonlocal n\n        n += 1\n        return n\n    return more, lambda: n\nmore, now = counter()\n_ = more()',
      'more(), more(), now()',
      '(2, 3, 3)',
    ],
    [
      'lambdas on one line',
      'a, b = lambda x: x + 1, (lambda x: (lambda y: x * y))',
      'a(1), b(2)(3)',
      '(2, 6)',
    ],
    [
      'instances of classes',
      CLASSES,
      'type(sub) is Sub, sub.items[0] is sub, sub.tell(), Base.made',
      `(True, True, 'secret', 1)`,
    ],
    [
      'values of classes that the library makes',
      CLASSES,
      'record == Record(1), color is Color.RED, pair, point, Point(2)',
      '(True, True, Pair(x=4), Point(x=1, y=5), Point(x=2, y=5))',
    ],
    ['bound methods', `${CLASSES}\ntell = sub.tell`, 'tell()', `'secret'`],
    [
      'future imports',
      'from __future__ import annotations\nclass C:\n    x: missing',
      'def f(y: missing): pass\nC.__annotations__, f.__annotations__',
      `({'x': 'missing'}, {'y': 'missing'})`,
    ],
    [
      'directory, environment and import path',
      `import os, sys\nos.makedirs('sub')\nos.chdir('sub')\nos.environ['NEW'] = '1'\ndel os.environ['LANG']\nsys.path.append('/nowhere')`,
      `os.path.basename(os.getcwd()), os.environ['NEW'], 'LANG' in os.environ, sys.path[-1]`,
      `('sub', '1', False, '/nowhere')`,
    ],
  ])('has %s', async (_title, cell, expression, text) => {
    expect(await carried(cell, expression)).toEqual({ text, lost: [] });
  });

  it('lacks what cannot be carried, each by name, and has all else', async () => {
    const { text, lost } = await carried(
      `import socket, threading
before = [1]
generator = (n for n in [1])
lock = threading.Lock()
file = open('/dev/null')
connection = socket.socket()
thread = threading.Thread()
holder = [before, lock]
after = before
def make(guard): return lambda: guard
guarded = make(lock)
made = type('Made', (), {})`,
      'after is before, after',
    );
    expect(text).toBe('(True, [1])');
    expect(lost).toEqual([
      'generator',
      'lock',
      'file',
      'connection',
      'thread',
      'holder',
      'guarded',
      'made',
    ]);
  });

  it('changes nothing for the session that gives it away', async () => {
    await using driver = await start();
    await driver.run(`import sys\nbefore = len(sys.modules)\nx = iter([1, 2])\n41`);
    await dump(driver);
    const { frame } = await driver.run(`_, next(x), [m for m in sys.modules if 'repltool' in m]`);
    expect(frame.text).toBe('(41, 1, [])');
  });

  it('leaves out what alone would be too much', async () => {
    await using driver = await start();
    await driver.run(`large, small = 'x' * 60_000_000, 1`);
    const { lost, pieces } = await dump(driver);
    expect(lost).toEqual(['large']);
    expect(pieces.join('').length).toBeLessThan(1000);
  });

  it('loses at loading only what needs a module that is not there', async () => {
    const first = await start();
    await first.run(`with open('own.py', 'w') as file: file.write('class Thing: pass')
import own
from fractions import Fraction
x, thing, y, z = [1], own.Thing(), Fraction(1, 2), Fraction(1, 3)
with_x = {'x': x}`);
    const { pieces } = await dump(first);
    // With its directory, and the module in it.
    await first[Symbol.asyncDispose]();
    await using second = await start();
    expect(await load(second, pieces)).toMatchObject({
      lost_names: ['own', 'thing', 'the current directory'],
    });
    const { frame } = await second.run(`x, y, z, with_x['x'] is x`);
    expect(frame.text).toBe('([1], Fraction(1, 2), Fraction(1, 3), True)');
  });

  it('is refused when it is none', async () => {
    await using driver = await start();
    for (const pieces of [[], ['{}\n'], ['{"format":"other"}\nAAAA'], ['junk']]) {
      expect(await load(driver, pieces)).toEqual({ type: 'refused', id: 'load' });
    }
    expect((await driver.run('1 + 1')).frame.text).toBe('2');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDriver, type DriverProcess } from './driver-process.ts';
import { firstInterpreter } from './interpreters.ts';

let driver: DriverProcess;
beforeAll(async () => {
  driver = await startDriver(await firstInterpreter());
});
afterAll(() => driver[Symbol.asyncDispose]());

const frameOf = async (code: string) => (await driver.run(code)).frame;
const textOf = async (code: string) => (await frameOf(code)).text;

describe('values', () => {
  it.each([
    ['x = 3; x', '3', 3],
    ['(y := 5)', '5', 5],
    ['(1 +\n 2)', '3', 3],
    ['[\n  i for i in range(3)\n]  # comment', '[0, 1, 2]', [0, 1, 2]],
    ["''", "''", ''],
    ['True', 'True', true],
    ["{'a': [1.5, None]}", "{'a': [1.5, None]}", { a: [1.5, null] }],
    ["'é€😀'", "'é€😀'", 'é€😀'],
  ])('gives the value of %j', async (code, text, value) => {
    expect(await frameOf(code)).toMatchObject({ status: 'ok', exit_code: 0, text, value });
  });

  it.each([
    'x = 1; x;',
    'None',
    'y = 7',
    '@staticmethod\ndef d(): pass',
    'if True:\n    99',
    '# c',
    ' ',
  ])('gives none for %j', async (code) => {
    const frame = await frameOf(code);
    expect(frame).toMatchObject({ status: 'ok' });
    expect(frame).not.toHaveProperty('text');
    expect(frame).not.toHaveProperty('value');
  });

  it.each([
    ['(1, 2)', '(1, 2)'],
    ['{1: 2}', '{1: 2}'],
    ["float('nan')", 'nan'],
    ['2**53', '9007199254740992'],
    ["'\\ud800'", "'\\ud800'"],
    ['a = []; a.append(a); a', '[[...]]'],
  ])('gives %j as text alone', async (code, text) => {
    const frame = await frameOf(code);
    expect(frame).toMatchObject({ status: 'ok', text });
    expect(frame).not.toHaveProperty('value');
  });

  it('cuts a huge value and goes on', async () => {
    const frame = await frameOf("'é' * 10_000_000");
    expect(Buffer.byteLength(frame.text ?? '')).toBeLessThanOrEqual(256 * 1024);
    expect(await textOf('list(range(10**6))')).toMatch(/^\[0, 1, .*…$/);
  });

  it('puts a note in the place of a value whose repr fails', async () => {
    const { frame, stderr } = await driver.run(
      'class Bad:\n    def __repr__(self):\n        raise OSError("no")\nBad()',
    );
    expect(frame).toMatchObject({ status: 'ok', text: '<Bad whose repr() raised OSError: no>' });
    expect(stderr).toContain('line 3, in __repr__');
    expect(await frameOf('1 << 10**6')).toMatchObject({ status: 'ok' });
  });

  it('remembers the last values as _, __ and ___', async () => {
    await driver.run("'first'");
    await driver.run("'second'");
    await driver.run("'third'");
    expect(await textOf('_, __, ___')).toBe("('third', 'second', 'first')");
  });
});

describe('errors', () => {
  it('shows the lines of the cells and nothing of the driver (R-EXE-07)', async () => {
    await driver.run('def fail(x):\n    return 1 / x');
    const { exception, exit_code: exitCode } = await frameOf('# two\nfail(0)');
    expect(exitCode).toBe(1);
    expect(exception).toMatchObject({ name: 'ZeroDivisionError', message: 'division by zero' });
    expect(exception?.traceback.filter((line) => line.startsWith('  File'))).toEqual([
      expect.stringMatching(/^ {2}File "<cell \d+>", line 2, in <module>$/),
      expect.stringMatching(/^ {2}File "<cell \d+>", line 2, in fail$/),
    ]);
    expect(exception?.traceback).toContain('    return 1 / x');
  });

  it.each([
    ["ok_before = 1\nprint('must not run')\nx = = 2", 'SyntaxError', 3],
    ['def f(:\n  pass', 'SyntaxError', 1],
    ['for i in range(3):', 'IndentationError', 1],
    ["'''never closed", 'SyntaxError', 1],
  ])('runs nothing of %j', async (code, name, line) => {
    const { frame, stdout } = await driver.run(code);
    expect(frame).toMatchObject({ status: 'error', exception: { name } });
    expect(frame.exception?.traceback[0]).toMatch(
      new RegExp(`^ {2}File "<cell \\d+>", line ${line}$`),
    );
    expect(frame.exception?.traceback.some((text) => text.trimStart().startsWith('^'))).toBe(true);
    expect(stdout).toBe('');
    expect(await textOf("'ok_before' in globals()")).toBe('False');
  });

  it('shows the members of an exception group, causes and notes', async () => {
    const group = await frameOf(
      "raise ExceptionGroup('grp', [ValueError('inner-a'), KeyError('inner-b')])",
    );
    expect(group.exception?.traceback.join('\n')).toMatch(/inner-a[^]*inner-b/);
    const chained = await frameOf(
      "try:\n    1/0\nexcept ZeroDivisionError as e:\n    e.add_note('a note')\n    raise LookupError('outer') from e",
    );
    expect(chained.exception?.name).toBe('LookupError');
    expect(chained.exception?.traceback.join('\n')).toMatch(
      /ZeroDivisionError[^]*a note[^]*direct cause/,
    );
  });

  it('survives an exception that cannot be printed, and cuts a huge one', async () => {
    const broken = await frameOf(
      "class B(Exception):\n    def __str__(self): raise OSError('nostr')\nraise B()",
    );
    expect(broken.exception).toMatchObject({ name: 'B', message: '<exception str() failed>' });
    const huge = await frameOf("class M(Exception): pass\nraise M('m' * 5_000_000)");
    expect(huge.exception?.name).toBe('M');
    expect(huge.exception?.message.length).toBe(16_384);
    expect(huge.exception?.traceback.join('').length).toBeLessThan(20_000);
  });

  it('shortens the traceback of an endless recursion', async () => {
    const { exception } = await frameOf('def r(): return r()\nr()');
    expect(exception?.name).toBe('RecursionError');
    expect(exception?.traceback.join('\n')).toContain('Previous line repeated');
  });

  it('escapes lone surrogates', async () => {
    const { exception } = await frameOf("raise ValueError('bad \\ud8ff text')");
    expect(exception?.message).toBe('bad \\ud8ff text');
  });
});

describe('exit', () => {
  it.each([
    ['import sys; sys.exit(3)', 3, ''],
    ['exit()', 0, ''],
    ["quit('bye text')", 1, 'bye text\n'],
    ['raise SystemExit(-1)', 255, ''],
  ])('of %j ends the cell alone (R-EXE-05)', async (code, exitCode, message) => {
    await driver.run('v = 10');
    const { frame, stderr } = await driver.run(code);
    expect(frame).toMatchObject({ status: 'exited', exit_code: exitCode });
    expect(stderr).toBe(message);
    expect(await textOf('v')).toBe('10');
  });

  it('leaves standard input usable', async () => {
    await driver.run('exit()');
    expect(await textOf('import sys; sys.stdin.read()')).toBe("''");
  });
});

describe('compiler flags', () => {
  it("does not leak the driver's, and keeps the user's as an interactive interpreter does", async () => {
    expect(await textOf('x: int = 5; __annotations__["x"]')).toBe("<class 'int'>");
    await driver.run('from __future__ import annotations');
    expect(await textOf('def g(x: not_defined): pass\ng.__annotations__["x"]')).toBe(
      "'not_defined'",
    );
  });
});

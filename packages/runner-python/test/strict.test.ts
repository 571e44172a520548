import { SANDBOX_MODES } from '@repltool/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDriver, type DriverProcess } from './driver-process.ts';
import { startGuardedDriver } from './guarded-driver.ts';
import { firstInterpreter } from './interpreters.ts';
import { ESCAPES, FRUITLESS, HONEST } from './strict-cells.ts';

async function startStrict(): Promise<DriverProcess> {
  const strict = await startDriver(await firstInterpreter(), SANDBOX_MODES.strict);
  strict.send({ type: 'hello', cwd: strict.directory, environment: {}, mode: 'strict' });
  return strict;
}

let driver: DriverProcess;
beforeAll(async () => {
  driver = await startStrict();
});
afterAll(() => driver[Symbol.asyncDispose]());

const frameOf = async (code: string) => (await driver.run(code)).frame;

describe('strict mode denies (R-POL-03, R-SBX-10, R-SBX-11)', () => {
  for (const [rule, cells] of Object.entries(ESCAPES)) {
    it.each(cells)(`${rule}: %j`, async (code) => {
      const { frame, stdout } = await driver.run(code);
      expect(stdout).not.toContain('got');
      expect(frame).toMatchObject({ status: 'denied', exit_code: 1 });
      expect(frame.exception?.message).toContain(`(${rule})`);
    });
  }
});

it.each(FRUITLESS)('strict mode gives nothing to %j', async (code) => {
  const { stdout, stderr } = await driver.run(code);
  expect(stdout + stderr).not.toContain('got');
});

describe('strict mode lets honest code be', () => {
  it.each(HONEST)('%j', async (code, text) => {
    expect(await frameOf(code)).toMatchObject({ status: 'ok', text });
  });
});

describe('a denial', () => {
  it('is an exception that code may catch', async () => {
    const frame = await frameOf(
      'try:\n    import ctypes\nexcept ImportError as e:\n    caught = type(e).__name__, e.name\ncaught',
    );
    expect(frame).toMatchObject({ status: 'ok', text: "('ImportDenied', 'ctypes')" });
  });

  it('leaves the state as it is, and shows no file of the driver (R-EXE-07)', async () => {
    await driver.run('kept = [1]');
    const { exception } = await frameOf('kept.append(2)\nimport socket');
    expect(exception).toMatchObject({
      name: 'ImportDenied',
      message: 'Strict mode does not import `socket`. (python/import-outside-strict)',
    });
    expect(exception?.traceback.join('\n')).toMatch(/<cell \d+>", line 2/);
    expect(exception?.traceback.join('\n')).not.toContain(driver.driverDirectory);
    expect(await frameOf('kept')).toMatchObject({ value: [1, 2] });
  });

  it('of an attribute that the text names comes before anything runs', async () => {
    const { frame, stdout } = await driver.run("print('ran')\n(lambda: 0).__globals__");
    expect(frame).toMatchObject({
      status: 'denied',
      exception: {
        message: expect.stringContaining('`__globals__`, in line 2 of the cell.') as string,
      },
    });
    expect(stdout).toBe('');
  });
});

describe('the fence', () => {
  it.each([
    '__builtins__ = 3',
    'del __builtins__',
    'globals().clear()',
    "globals()['__builtins__'].clear()",
  ])('stands again after %j', async (code) => {
    await using strict = await startStrict();
    await strict.run(code);
    for (const next of [`open('/etc/passwd')`, `import os`, `__import__('os')`]) {
      const { frame } = await strict.run(next);
      expect(frame.status).toMatch(/^(denied|error)$/);
    }
  });

  it('stands within the cell that takes the builtins away', async () => {
    await using strict = await startStrict();
    const cell = "globals().clear()\ndef f(): return open\nf()('/etc/passwd')";
    expect((await strict.run(cell)).frame.status).toBe('denied');
  });

  it('is back in every interpreter that takes over', async () => {
    await using guarded = await startGuardedDriver(
      await firstInterpreter(),
      {},
      SANDBOX_MODES.strict,
    );
    const denied = async () =>
      (await guarded.run("import json\ngetattr(json.loads, '__glo' + 'bals__')")).frame.status;
    expect(await denied()).toBe('denied');
    await guarded.run('x = 1');
    await guarded.undo('cell-1');
    expect(await denied()).toBe('denied');
    await guarded.reset();
    expect(await denied()).toBe('denied');
    expect((await guarded.run('import os')).frame.status).toBe('denied');
  });

  it('does not stand in the other modes, whatever the driver was started with', async () => {
    await using relaxed = await startDriver(await firstInterpreter(), SANDBOX_MODES.strict);
    relaxed.send({ type: 'hello', cwd: relaxed.directory, environment: {}, mode: 'relaxed' });
    expect((await relaxed.run('import ctypes, os; eval("1")')).frame.status).toBe('ok');
  });

  it('is no part of standard mode, where the policy warns of native code and processes', async () => {
    await using standard = await startDriver(await firstInterpreter(), SANDBOX_MODES.standard);
    standard.send({ type: 'hello', cwd: standard.directory, environment: {}, mode: 'standard' });
    const cell =
      "import ctypes, subprocess\nsubprocess.run(['echo', 'x'], capture_output=True).stdout";
    expect((await standard.run(cell)).frame).toMatchObject({ status: 'ok', text: "b'x\\n'" });
  });
});

describe('a driver for strict mode', () => {
  it('that was not told its rules serves no cell', async () => {
    await using ignorant = await startDriver(await firstInterpreter());
    ignorant.send({ type: 'hello', cwd: ignorant.directory, environment: {}, mode: 'strict' });
    expect(await ignorant.exited).toBe(1);
  });
});

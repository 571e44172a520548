import { constants } from 'node:os';
import { join } from 'node:path';
import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGuardedDriver, type GuardedDriver } from './guarded-driver.ts';
import { firstInterpreter } from './interpreters.ts';

const { SIGABRT, SIGKILL, SIGSEGV } = constants.signals;
let driver: GuardedDriver;
beforeAll(async () => {
  driver = await startGuardedDriver(await firstInterpreter());
});
afterAll(() => driver[Symbol.asyncDispose]());
beforeEach(() => driver.reset());

const textOf = async (code: string) => (await driver.run(code)).frame.text;
const idOf = async (code: string) => (await driver.run(code)).frame.id;

describe('an interpreter that dies in a cell', () => {
  it.each([
    ['os._exit', 'import os; os._exit(7)', { exit_code: 7, signal: null }],
    ['a kill', 'import os; os.kill(os.getpid(), 9)', { exit_code: null, signal: SIGKILL }],
    [
      'a segmentation fault',
      'import ctypes; ctypes.string_at(0)',
      { exit_code: null, signal: SIGSEGV },
    ],
    ['an abort', 'import os; os.abort()', { exit_code: null, signal: SIGABRT }],
    ['exec', "import os; os.execv('/bin/false', ['false'])", { exit_code: 1, signal: null }],
  ])('of %s comes back as it was after the last one', async (_, fatal, ending) => {
    const cell = await idOf('x = 20\ndef f(): return x + 22');
    expect(await driver.die(`x = 1\n${fatal}`)).toMatchObject({ id: null, cell, ...ending });
    expect(await textOf('f()')).toBe('42');
  });

  it('comes back every time', async () => {
    const cell = await idOf('x = 5');
    for (let i = 0; i < 5; i += 1) {
      expect(await driver.die('import os; os._exit(1)')).toMatchObject({ cell });
    }
    expect(await textOf('x')).toBe('5');
  });

  it('comes back fresh when it was the first, in the directory and environment of the session', async () => {
    expect(await driver.die('import os; os._exit(3)')).toMatchObject({ cell: null, exit_code: 3 });
    expect(await textOf("import os; os.environ['GREETING'], os.getcwd()")).toBe(
      `('hello', '${driver.process.directory}')`,
    );
  });

  it('leaves no process of the cell behind, in whatever session', async () => {
    await driver.run('x = 1');
    await driver.die(
      "import os, subprocess\nchild = subprocess.Popen(['setsid', 'sleep', '600'])\nopen('pid', 'w').write(str(child.pid))\nos._exit(1)",
    );
    const pid = Number((await driver.run("int(open('pid').read())")).frame.text);
    expect(pid).toBeGreaterThan(1);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  it('is ended by SIGTERM to the group, even when it ignores that', async () => {
    const cell = await idOf('x = 2');
    const fatal = driver.die(
      "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nopen('ready', 'w').close()\nwhile True: pass",
    );
    await expect.poll(() => existsSync(`${driver.process.directory}/ready`)).toBe(true);
    process.kill(-driver.process.pid, 'SIGTERM');
    expect(await fatal).toMatchObject({ cell, signal: SIGKILL });
    expect(await textOf('x')).toBe('2');
  });

  it('may die between cells', async () => {
    const cell = await idOf(`
import os, threading, time
def die_when_told():
    while not os.path.exists('now'): time.sleep(0.005)
    os._exit(4)
threading.Thread(target=die_when_told, name='fatal').start()`);
    writeFileSync(join(driver.process.directory, 'now'), '');
    expect(await driver.restored()).toMatchObject({
      id: null,
      cell,
      exit_code: 4,
      lost_names: ['thread fatal'],
    });
    expect(await driver.checkpoint()).toMatchObject({ cell });
    expect(await textOf('die_when_told.__name__')).toBe("'die_when_told'");
  });
});

describe('going back', () => {
  it('to an earlier cell undoes the later ones (R-SES-12)', async () => {
    const first = await idOf('x = [1]');
    await driver.run('x.append(2)');
    await driver.run('x.append(3)');
    expect(await driver.undo(first)).toMatchObject({ id: 'undo', cell: first });
    expect(await textOf('x')).toBe('[1]');
  });

  it('works again from there', async () => {
    const first = await idOf('x = [1]');
    await driver.run('x.append(2)');
    await driver.undo(first);
    const second = await idOf('x.append(20)');
    await driver.run('x.append(30)');
    await driver.undo(second);
    expect(await textOf('x')).toBe('[1, 20]');
    await driver.undo(first);
    expect(await textOf('x')).toBe('[1]');
  });

  it('to the beginning gives a fresh interpreter (R-SES-12)', async () => {
    await driver.run('x = 1');
    expect(await driver.reset()).toMatchObject({ id: 'reset', cell: null });
    expect((await driver.run('x')).frame.exception?.name).toBe('NameError');
  });

  it('is refused for a cell that has no copy, or whose copy is too old', async () => {
    const first = await idOf('x = 1');
    for (let i = 0; i < 3; i += 1) await driver.run('x += 1');
    for (const cell of [first, 'unknown']) {
      driver.process.send({ type: 'undo', id: 'undo', cell });
      expect(await driver.refused()).toMatchObject({ id: 'undo' });
    }
    expect(await textOf('x')).toBe('4');
  });
});

describe('what comes back', () => {
  it('has the random numbers, open files, context and event loop it had', async () => {
    await driver.run(`
import asyncio, random
random.seed(1)
expected = random.Random(1).random()
async def later(): return 8
task = asyncio.create_task(later())
file = open('text', 'w+'); file.write('abc'); file.flush()
await asyncio.sleep(0)`);
    await driver.die('import os; os._exit(1)');
    expect(await textOf('random.random() == expected')).toBe('True');
    expect(await textOf('await task, await later(), await asyncio.sleep(0.001, 9)')).toBe(
      '(8, 8, 9)',
    );
    expect(await textOf('file.seek(0), file.read()')).toBe("(0, 'abc')");
  });

  it('names the threads it has not', async () => {
    await driver.run(
      'import threading\nthreading.Thread(target=threading.Event().wait, name="worker", daemon=True).start()',
    );
    expect(await driver.die('import os; os._exit(1)')).toMatchObject({
      lost_names: ['thread worker'],
    });
    expect(await textOf('threading.active_count()')).toBe('1');
  });

  it('can be interrupted', async () => {
    await driver.run('x = 1');
    await driver.die('import os; os._exit(1)');
    const running = driver.process.run("print('go')\nwhile True: pass", (text) => {
      if (text.includes('go')) driver.process.interrupt();
    });
    expect((await running).frame.status).toBe('interrupted');
    await driver.checkpoint();
  });
});

describe('user code', () => {
  it('does not meet the copies among its children', async () => {
    await driver.run('x = 1');
    expect((await driver.run('import os; os.wait()')).frame.exception?.name).toBe(
      'ChildProcessError',
    );
  });

  it('is not told of the copies by SIGCHLD', async () => {
    await driver.run(
      'import signal\nseen = []\nsignal.signal(signal.SIGCHLD, lambda *_: seen.append(1));',
    );
    await driver.run('pass');
    expect(await textOf('seen')).toBe('[]');
  });

  it('cannot wake a copy with a signal', async () => {
    const cell = await idOf('x = 1');
    const { frame } = await driver.run(
      'import os, signal\nsignal.signal(signal.SIGUSR1, signal.SIG_IGN)\nos.kill(0, signal.SIGUSR1)\nos.getpid()',
    );
    expect(frame.status).toBe('ok');
    expect(await driver.undo(cell)).toMatchObject({ cell });
    expect(await textOf('x')).toBe('1');
  });

  it('keeps its process as long as nothing happens to it', async () => {
    const pid = await textOf('import os; os.getpid()');
    expect(await textOf('os.getpid()')).toBe(pid);
  });
});

describe('copies', () => {
  it('are made when there is time: one for cells back to back', async () => {
    await driver.run('n = 0');
    const cells = Array.from({ length: 20 }, (_, index) => `b${index}`);
    for (const id of cells) {
      driver.process.send({ type: 'execute', id, boundary: id.padEnd(32, '0'), code: 'n += 1' });
    }
    for (const id of cells)
      expect(await driver.process.nextFrame()).toMatchObject({ type: 'result', id });
    expect(await driver.checkpoint()).toMatchObject({ cell: 'b19' });
    expect(await textOf('n')).toBe('20');
  });

  it('are not made of an interpreter that has grown too large', async () => {
    await using small = await startGuardedDriver(await firstInterpreter(), { max_heap_mb: 1 });
    const { frame } = await small.process.run('x = 1');
    expect(await small.checkpoint()).toEqual({
      type: 'checkpoint',
      cell: frame.id,
      skipped: 'heap',
    });
    small.process.send({
      type: 'execute',
      id: 'fatal',
      boundary: '0'.repeat(32),
      code: 'import os; os._exit(1)',
    });
    expect(await small.restored()).toMatchObject({ cell: null, exit_code: 1 });
  });

  it('are made after every cell when asked', async () => {
    await using eager = await startGuardedDriver(await firstInterpreter(), { when: 'every-cell' });
    for (const id of ['a', 'b']) {
      eager.process.send({ type: 'execute', id, boundary: id.padEnd(32, '0'), code: 'pass' });
    }
    const frames = [];
    for (let i = 0; i < 4; i += 1) frames.push(await eager.process.nextFrame());
    expect(frames.map((frame) => JSON.stringify(frame).slice(9, 19))).toEqual([
      'result","i',
      'checkpoint',
      'result","i',
      'checkpoint',
    ]);
  });
});

describe('a cell sent again', () => {
  it('runs once', async () => {
    await driver.run('n = 0');
    const execute = {
      type: 'execute',
      id: 'same',
      boundary: 'f'.repeat(32),
      code: 'n += 1; n',
    } as const;
    driver.process.send(execute);
    driver.process.send(execute);
    expect(await driver.process.nextFrame()).toMatchObject({ id: 'same', value: 1 });
    await driver.checkpoint();
    expect(await textOf('n')).toBe('1');
  });
});

describe('the end of the session', () => {
  it('ends every copy, and runs exit handlers once', async () => {
    const ending = await startGuardedDriver(await firstInterpreter());
    await ending.run("import atexit\natexit.register(lambda: open('log', 'a').write('bye '));");
    await ending.run('pass');
    ending.process.send({ type: 'shutdown' });
    expect(await ending.process.exited).toBe(0);
    expect(await textOf(`open('${ending.process.directory}/log').read()`)).toBe("'bye '");
    await ending.process[Symbol.asyncDispose]();
  });

  it('is that of the one process that outlives every interpreter', async () => {
    await driver.run('import os');
    expect(await textOf('os.getppid()')).toBe(String(driver.process.pid));
    await driver.die('os._exit(1)');
    expect(await textOf('os.getppid()')).toBe(String(driver.process.pid));
  });
});

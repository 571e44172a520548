import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDriver, type DriverProcess } from './driver-process.ts';
import { firstInterpreter } from './interpreters.ts';

let driver: DriverProcess;
beforeAll(async () => {
  driver = await startDriver(await firstInterpreter());
});
afterAll(() => driver[Symbol.asyncDispose]());

const valueOf = async (code: string) => {
  const { frame } = await driver.run(code);
  expect(frame.exception).toBeUndefined();
  return frame.value;
};

describe('top-level await (R-EXE-08)', () => {
  it('gives the value of what it waited for, beside asyncio.run', async () => {
    const first =
      'import asyncio\nasync def f(n):\n    await asyncio.sleep(0.01); return n\nawait f(5)';
    expect(await valueOf(first)).toBe(5);
    expect(await valueOf('asyncio.run(f(7))')).toBe(7);
    expect(await valueOf('await f(6)')).toBe(6);
    expect(await valueOf('async with asyncio.timeout(1):\n    r = await f(8)\nr')).toBe(8);
    expect(await valueOf('[await f(n) for n in range(3)]')).toEqual([0, 1, 2]);
  });

  it('runs all of an awaiting cell on the loop', async () => {
    expect(await valueOf('task = asyncio.create_task(f(4))\nawait task')).toBe(4);
    expect(await valueOf('await asyncio.sleep(0)\nasyncio.current_task() is not None')).toBe(true);
  });

  it('keeps tasks between cells, on one loop', async () => {
    await driver.run(`
log = []
async def worker():
    for i in range(5):
        log.append(i); await asyncio.sleep(0.01)
task = asyncio.create_task(worker())
await asyncio.sleep(0)`);
    expect(await valueOf('log')).toEqual([0]);
    expect(await valueOf('await task\n[len(log), task.done()]')).toEqual([5, true]);
  });

  it('goes on after user code has closed the loop', async () => {
    await driver.run('asyncio.get_running_loop().call_soon(lambda: None)\nawait asyncio.sleep(0)');
    await driver.run(
      'import gc\nfor o in gc.get_objects():\n    if isinstance(o, asyncio.AbstractEventLoop) and not o.is_closed(): o.close()',
    );
    expect(await valueOf('await f(9)')).toBe(9);
  });

  it('shows the lines of the cell alone when it fails', async () => {
    const { frame } = await driver.run('async def g():\n    1 / 0\nawait g()');
    const files = frame.exception?.traceback.filter((line) => line.startsWith('  File'));
    expect(files).toEqual([
      expect.stringMatching(/^ {2}File "<cell \d+>", line 3, in <module>$/),
      expect.stringMatching(/^ {2}File "<cell \d+>", line 2, in g$/),
    ]);
  });

  it('ends the cell alone on SystemExit', async () => {
    const { frame } = await driver.run('await asyncio.sleep(0)\nraise SystemExit(4)');
    expect(frame).toMatchObject({ status: 'exited', exit_code: 4 });
    expect(await valueOf('await f(3)')).toBe(3);
  });

  it('reports what a forgotten task raised, once', async () => {
    const first = await driver.run(
      "async def bad():\n    raise RuntimeError('bg-err')\nasyncio.create_task(bad())\nawait asyncio.sleep(0.01)\nNone",
    );
    const second = await driver.run('import gc\n_ = gc.collect()');
    const told = first.stderr + second.late + second.stderr;
    expect(told.match(/Task exception was never retrieved[^]*?RuntimeError: bg-err/g)).toHaveLength(
      1,
    );
  });

  it('keeps context variables from cell to cell, awaiting or not', async () => {
    await driver.run('import contextvars\nv = contextvars.ContextVar("v", default=0)\nv.set(1);');
    await driver.run('await asyncio.sleep(0)\nv.set(v.get() + 1);');
    expect(await valueOf('v.get()')).toBe(2);
  });

  it('closes asynchronous generators at the latest when the session ends', async () => {
    const ending = await startDriver(await firstInterpreter());
    await ending.run(`
async def agen():
    try:
        yield 1
        yield 2
    finally:
        open('closed', 'w').close()
generator = agen()
async for value in generator:
    break`);
    ending.send({ type: 'shutdown' });
    expect(await ending.exited).toBe(0);
    expect(await valueOf(`__import__('os').listdir(${JSON.stringify(ending.directory)})`)).toEqual([
      'closed',
    ]);
    await ending[Symbol.asyncDispose]();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDriver, type DriverProcess } from './driver-process.ts';
import { firstInterpreter } from './interpreters.ts';

let driver: DriverProcess;
beforeAll(async () => {
  driver = await startDriver(await firstInterpreter());
});
afterAll(() => driver[Symbol.asyncDispose]());

/** Runs a cell and interrupts it as soon as it has printed `go`. */
async function interrupted(code: string) {
  let sent = false;
  const reply = await driver.run(code, (text) => {
    if (sent || !text.includes('go')) return;
    sent = true;
    driver.interrupt();
  });
  expect(sent).toBe(true);
  return reply;
}

describe('an interrupt', () => {
  it.each([
    ['a busy loop', "print('go')\nwhile True: pass"],
    ['a sleep', "import time\nprint('go')\ntime.sleep(60)"],
    ['a child process', "import subprocess\nsubprocess.run(['sh', '-c', 'echo go; sleep 60'])"],
    ['a busy coroutine', "import asyncio\nawait asyncio.sleep(0)\nprint('go')\nwhile True: pass"],
    ['a nested event loop', "print('go')\nasyncio.run(asyncio.sleep(60))"],
    ['a flood of output', "while True: print('go')"],
    ['a regular expression', "import re\nprint('go')\nre.match('(a+)+$', 'a' * 40 + 'b')"],
    [
      'a repr that never ends',
      "class Slow:\n    def __repr__(self):\n        print('go')\n        while True: pass\nSlow()",
    ],
  ])('ends %s and keeps the state (R-LIM-11)', async (_, code) => {
    await driver.run('kept = 41');
    const { frame } = await interrupted(code);
    expect(frame).toMatchObject({ status: 'interrupted', exit_code: 130 });
    const traceback = frame.exception?.traceback.join('\n') ?? '';
    expect(traceback).toMatch(/File "<cell \d+>", line \d[^]*KeyboardInterrupt$/);
    expect(traceback).not.toContain(driver.driverDirectory);
    expect((await driver.run('kept + 1')).frame.value).toBe(42);
  });

  it('shows where a coroutine was waiting', async () => {
    const { frame } = await interrupted(
      "asyncio.get_running_loop().call_soon(print, 'go')\nawait asyncio.sleep(60)",
    );
    expect(frame.exception?.traceback.slice(0, 3)).toEqual([
      'Traceback (most recent call last):',
      expect.stringMatching(/^ {2}File "<cell \d+>", line 2, in <module>$/),
      '    await asyncio.sleep(60)',
    ]);
  });

  it('ends an exception that takes for ever to print', async () => {
    const { frame } = await interrupted(
      "class Slow(Exception):\n    def __str__(self):\n        print('go')\n        while True: pass\nraise Slow",
    );
    expect(frame.status).toBe('interrupted');
  });

  it('is seen by user code, which may deal with it', async () => {
    const { frame } = await interrupted(
      "import time\ntry:\n    print('go'); time.sleep(60)\nexcept KeyboardInterrupt:\n    caught = True\ncaught",
    );
    expect(frame).toMatchObject({ status: 'ok', value: true });
  });

  it('runs the finally blocks of a coroutine', async () => {
    const { frame, stdout } = await interrupted(`
try:
    print('go')
    await asyncio.sleep(60)
finally:
    await asyncio.sleep(0)
    print('cleaned up')`);
    expect(frame.status).toBe('interrupted');
    expect(stdout).toBe('go\ncleaned up\n');
    expect((await driver.run('await asyncio.sleep(0, 5)')).frame.value).toBe(5);
  });

  it('works again in the cell after one that ignored or blocked it', async () => {
    await driver.run('import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)');
    await driver.run('_ = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])');
    const { frame } = await interrupted("print('go')\nwhile True: pass");
    expect(frame.status).toBe('interrupted');
  });

  it('does nothing between cells', async () => {
    for (let i = 0; i < 20; i += 1) {
      driver.interrupt();
      expect((await driver.run(`${i}`)).frame).toMatchObject({ value: i });
    }
  });

  it('never breaks the driver, whenever it comes', async () => {
    for (let i = 0; i < 300; i += 1) {
      const running = driver.run(`print(${i}); ${i}`);
      setImmediate(() => driver.interrupt());
      const { frame } = await running;
      expect(frame.status).toMatch(/^(ok|interrupted)$/);
    }
    expect((await driver.run('1 + 1')).frame.value).toBe(2);
  });

  it('leaves signal handlers of user code alone within a cell', async () => {
    const { stdout } = await driver.run(`
import signal, time
class Late(Exception): pass
def handler(number, frame): raise Late('tick')
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    time.sleep(60)
except Late as error:
    print('got', error)
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)`);
    expect(stdout).toBe('got tick\nTrue\n');
  });
});

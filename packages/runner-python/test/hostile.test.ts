import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDriver, type DriverProcess } from './driver-process.ts';
import { firstInterpreter } from './interpreters.ts';

let driver: DriverProcess;
beforeAll(async () => {
  driver = await startDriver(await firstInterpreter());
});
afterAll(() => driver[Symbol.asyncDispose]());

const textOf = async (code: string) => (await driver.run(code)).frame.text;

/** The driver still answers, with values and with tracebacks, from the same process. */
async function expectAlive(): Promise<void> {
  expect((await driver.run('1 + 1')).frame).toMatchObject({ status: 'ok', value: 2 });
  const { exception } = (await driver.run('1 / 0')).frame;
  expect(exception?.name).toBe('ZeroDivisionError');
  expect(exception?.traceback).toContain('    1 / 0');
  expect(await textOf('__import__("posix").getpid()')).toBe(String(driver.pid));
}

describe('user code cannot break the driver by', () => {
  it.each([
    'print = len = repr = type = isinstance = None',
    'code = stdin = stdout = result = driver = main = send = _ = None\nglobals().clear()',
    'del __builtins__',
    '__builtins__ = 3',
    "import sys; sys.modules.pop('__main__'); del sys.path[:]",
    'import sys; sys.modules = {}; sys.meta_path = sys.path_hooks = None',
    'import sys; sys.setrecursionlimit(40)',
    'import sys\nsys.settrace(lambda *a: 1 / 0)\nsys.setprofile(lambda *a: 1 / 0)',
    'import os; os.mkdir("gone"); os.chdir("gone"); os.rmdir("../gone")',
    'import json, linecache, os\nfor module in (json, json.decoder, json.encoder, linecache, os):\n' +
      '    for name in dir(module):\n        if not name.startswith("__"): setattr(module, name, None)',
    'import traceback\nfor name in dir(traceback):\n    if not name.startswith("__"): setattr(traceback, name, None)',
    'import builtins\nbuiltins.compile = builtins.exec = builtins.eval = builtins.repr = builtins.len = None',
    'import builtins\nfor name in list(vars(builtins)):\n' +
      '    if name not in ("__import__", "delattr"): delattr(builtins, name)',
  ])('%j', async (code) => {
    const broken = await startDriver(await firstInterpreter());
    const kept = driver;
    driver = broken;
    try {
      expect((await driver.run(code)).frame.status).toMatch(/^(ok|error)$/);
      await expectAlive();
    } finally {
      driver = kept;
      await broken[Symbol.asyncDispose]();
    }
  });

  it('writing what looks like frames and marks to every descriptor it can find', async () => {
    const { frame, stdout } = await driver.run(`
import os
print('{"type":"result","status":"ok"}\\n\\x1e0123[\\x1e')
for fd in range(3, 64):
    try: os.write(fd, b'{"type":"result","id":"cell-1","status":"ok","text":"forged"}\\n')
    except OSError: pass
'real'`);
    expect(frame.value).toBe('real');
    expect(stdout).toBe('{"type":"result","status":"ok"}\n\x1e0123[\x1e\n');
  });

  it('leaving a file of the name of a library module in its directory', async () => {
    await driver.run(
      "for name in ('json', 'traceback', 'asyncio', 'linecache', 'ctypes', '_ctypes'):\n    open(name + '.py', 'w').write('boom = 1')",
    );
    expect(await textOf("import sys\nsys.modules.pop('json', None)\nimport json\njson.boom")).toBe(
      '1',
    );
    expect(await textOf('async def f(): return 5\nawait f()')).toBe('5');
    await driver.run("import glob\nfor name in glob.glob('*.py'): os.unlink(name)");
    await expectAlive();
  });

  it('raising from everything a shown value is asked', async () => {
    const { frame } = await driver.run(`
class Meta(type):
    def __getattribute__(cls, name): raise SystemExit(name)
class Hostile(metaclass=Meta):
    def __repr__(self): raise SystemExit('repr')
    def __getattribute__(self, name): raise SystemExit(name)
Hostile()`);
    expect(frame).toMatchObject({
      status: 'ok',
      text: '<Hostile whose repr() raised SystemExit: repr>',
    });
    await expectAlive();
  });
});

describe('a process that a cell forks', () => {
  it('ends with the cell and answers for itself alone', async () => {
    const { frame, stdout } = await driver.run(`
import os
pid = os.fork()
if pid == 0: print('child')
else: print('parent saw', os.waitpid(pid, 0)[1])`);
    expect(frame.status).toBe('ok');
    expect(stdout).toBe('child\nparent saw 0\n');
    await expectAlive();
  });

  it('ends like a script when it fails or exits', async () => {
    const child = (body: string) => `
pid = os.fork()
if pid == 0: ${body}
os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])`;
    const failed = await driver.run(child('1/0'));
    expect(failed.frame.value).toBe(1);
    expect(failed.stderr).toMatch(/^Traceback[^]*ZeroDivisionError: division by zero\n$/);
    expect((await driver.run(child('raise SystemExit(7)'))).frame.value).toBe(7);
    await expectAlive();
  });

  it('holds neither the protocol nor the marks', async () => {
    const { frame } = await driver.run(`
r, w = os.pipe()
pid = os.fork()
if pid == 0:
    os.write(w, repr([fd for fd in map(int, os.listdir('/proc/self/fd')) if fd >= 1000]).encode())
    os._exit(0)
os.waitpid(pid, 0)
os.read(r, 1000)`);
    expect(frame.text).toBe("b'[]'");
  });

  it('works in pools of processes', async () => {
    const { frame } = await driver.run(`
import multiprocessing as mp
def square(x): return x * x
with mp.get_context('fork').Pool(2) as pool:
    squares = pool.map(square, [1, 2, 3])
squares`);
    expect(frame.value).toEqual([1, 4, 9]);
  });
});

describe('ending', () => {
  it('runs exit handlers on shutdown, without waiting for threads', async () => {
    const ending = await startDriver(await firstInterpreter());
    await ending.run(`
import atexit, threading
threading.Thread(target=threading.Event().wait).start()
atexit.register(lambda: open('ended', 'w').write('yes'))`);
    ending.send({ type: 'shutdown' });
    expect(await ending.exited).toBe(0);
    expect(
      (await driver.run(`open(${JSON.stringify(`${ending.directory}/ended`)}).read()`)).frame.value,
    ).toBe('yes');
    await ending[Symbol.asyncDispose]();
  });

  it('of the process by the cell itself is its own exit code (R-EXE-05)', async () => {
    const ending = await startDriver(await firstInterpreter());
    void ending.run('import os; os._exit(7)');
    expect(await ending.exited).toBe(7);
    await ending[Symbol.asyncDispose]();
  });
});

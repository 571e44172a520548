import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDriver, type DriverProcess } from './driver-process.ts';
import { firstInterpreter } from './interpreters.ts';

let driver: DriverProcess;
beforeAll(async () => {
  driver = await startDriver(await firstInterpreter());
});
afterAll(() => driver[Symbol.asyncDispose]());

describe('output', () => {
  it('is in the order in which this process and others wrote it (R-EXE-02)', async () => {
    const { frame, stdout } = await driver.run(`
import os, subprocess, sys
print('one')
subprocess.run(['echo', 'two'], stdout=sys.stdout)
sys.stdout.write('three ')
subprocess.run(['echo', 'four'])
sys.stdout.write('five ')
os.system('echo six')
sys.stdout.write('seven ')
os.waitpid(os.posix_spawn('/bin/echo', ['echo', 'eight'], {}), 0)
sys.stdout.write('nine ')
if os.fork() == 0:
    os.execv('/bin/echo', ['echo', 'ten'])
os.wait()
print('eleven', end='')`);
    expect(frame.status).toBe('ok');
    expect(stdout).toBe('one\ntwo\nthree four\nfive six\nseven eight\nnine ten\neleven');
  });

  it('is written once when a process forks with text in its buffer', async () => {
    const { stdout } = await driver.run(`
sys.stdout.write('on')
sys.stdout.write('ce')
pid = os.fork()
if pid == 0:
    sys.stdout.flush(); os._exit(0)
os.waitpid(pid, 0)
None`);
    expect(stdout).toBe('once');
  });

  it('of native code comes with the cell that made it', async () => {
    const cell = "import ctypes; ctypes.CDLL(None).printf(b'native\\n'); None";
    expect((await driver.run(cell)).stdout).toBe('native\n');
    expect((await driver.run(`${cell}\nprint('after')`)).stdout).toContain('native\n');
  });

  it('of a thread that outlives its cell is not lost (R-EXE-03)', async () => {
    const { frame } = await driver.run(`
import threading
go = threading.Event()
worker = threading.Thread(target=lambda: (go.wait(), print('late')))
worker.start()
'started'`);
    expect(frame.value).toBe('started');
    await driver.run('threading.Timer(0.05, go.set).start()');
    expect((await driver.run('worker.join()')).stdout).toBe('late\n');
  });

  it('shows lone surrogates as escapes', async () => {
    expect((await driver.run("print('a\\udcc3b')")).stdout).toBe('a\\udcc3b\n');
  });

  it('shows a growing line as it grows', async () => {
    const seen = join(driver.directory, 'seen');
    const { stdout } = await driver.run(
      `
import os, time
for i in range(1000):
    print('.', end='')
    time.sleep(0.01)
    if os.path.exists('seen'): break
os.unlink('seen')`,
      (text) => text.includes('.') && writeFileSync(seen, ''),
    );
    expect(stdout).toMatch(/^\.{2,999}$/);
  });

  it('of a million tiny writes arrives whole', async () => {
    const { stdout } = await driver.run("for i in range(1_000_000): sys.stdout.write('.')");
    expect(stdout.length).toBe(1_000_000);
  });

  it('does not deadlock when stdout and stderr fill in turn', async () => {
    const { frame, stdout, stderr } = await driver.run(`
for i in range(3000):
    sys.stdout.write('o' * 1000 + chr(10)); sys.stderr.write('e' * 1000 + chr(10))
print('done')`);
    expect(frame.status).toBe('ok');
    expect(stdout.endsWith('done\n')).toBe(true);
    expect(stderr.length).toBe(3000 * 1001);
  });

  it('goes on when user code makes the pipe non-blocking', async () => {
    const { frame, stdout } = await driver.run(
      "os.set_blocking(1, False)\nsys.stdout.write('x' * 10 + 'y' * 10); None",
    );
    expect(frame.status).toBe('ok');
    expect(stdout).toBe('xxxxxxxxxxyyyyyyyyyy');
  });
});

describe('streams', () => {
  it.each([
    'import sys; sys.stdout.close(); sys.stderr.close(); sys.stdin.close()',
    'sys.stdout.detach(); sys.stderr.detach()',
    'sys.stdout = sys.stderr = sys.stdin = None',
    'sys.stdout = object()',
    "import io\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='latin-1')",
    'import os\nfor fd in range(65):\n    try: os.close(fd)\n    except OSError: pass',
    "import os, tempfile\nfile = tempfile.TemporaryFile()\nos.dup2(file.fileno(), 1)\nprint('elsewhere')",
  ])('are back in the cell after %j', async (code) => {
    expect((await driver.run(code)).frame.exception).toBeUndefined();
    const { frame, stdout, stderr } = await driver.run(
      "print('out'); print('err', file=sys.stderr); sys.stdin.read(), sys.stdout.fileno()",
    );
    expect(frame).toMatchObject({ status: 'ok', text: "('', 1)" });
    expect({ stdout, stderr }).toEqual({ stdout: 'out\n', stderr: 'err\n' });
  });

  it('report an error of a cell that has taken stderr away', async () => {
    const { frame } = await driver.run('sys.stderr = None\n1/0');
    expect(frame.exception?.name).toBe('ZeroDivisionError');
  });

  it('flush what user code has put in their place', async () => {
    const { stdout } = await driver.run(
      "sys.stdout = open(os.dup(1), 'w')\nprint('through another buffer')",
    );
    expect(stdout).toBe('through another buffer\n');
  });

  it('stay the same objects, so that a logging handler keeps working', async () => {
    const log = (text: string) => driver.run(`logging.info(${JSON.stringify(text)})`);
    await driver.run("import logging\nlogging.basicConfig(level=20, format='%(message)s')");
    expect((await log('first')).stderr).toBe('first\n');
    expect((await log('second')).stderr).toBe('second\n');
    expect((await driver.run('len(logging.getLogger().handlers)')).frame.value).toBe(1);
  });

  it('are UTF-8', async () => {
    const { frame } = await driver.run(
      '[sys.stdout.encoding, sys.stdin.encoding, sys.getfilesystemencoding()]',
    );
    expect(frame.value).toEqual(['utf-8', 'utf-8', 'utf-8']);
  });
});

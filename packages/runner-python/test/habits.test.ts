import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDriver, type DriverProcess } from './driver-process.ts';
import { firstInterpreter } from './interpreters.ts';

let driver: DriverProcess;
beforeAll(async () => {
  driver = await startDriver(await firstInterpreter());
});
afterAll(() => driver[Symbol.asyncDispose]());

const textOf = async (code: string) => {
  const { frame } = await driver.run(code);
  expect(frame.exception).toBeUndefined();
  return frame.text;
};

describe('a cell finds itself where an interactive interpreter would be', () => {
  it('with a clean namespace and nothing of the driver in sight', async () => {
    const names = "sorted(k for k in globals() if not (k.startswith('__') and k.endswith('__')))";
    expect(await textOf(names)).toBe('[]');
    expect(await textOf("import sys\n[m for m in sys.modules if 'repltool' in m]")).toBe('[]');
    expect(
      await textOf("[p for p in [*sys.path, *sys.argv, *sys.orig_argv] if 'driver' in p]"),
    ).toBe('[]');
  });

  it('in a real __main__', async () => {
    expect(await textOf("sys.modules['__main__'].__dict__ is globals(), __name__")).toBe(
      "(True, '__main__')",
    );
    expect(await textOf("'__file__' in globals(), __spec__ is None, sys.argv")).toBe(
      "(False, True, [''])",
    );
    expect((await driver.run('from . import x')).frame.exception?.name).toBe('ImportError');
  });

  it('that can import from the current directory', async () => {
    const cell = `
import os
os.makedirs('pk')
open('pk/__init__.py', 'w').write('from .a import A')
open('pk/a.py', 'w').write('A = __name__')
import pk
pk.A`;
    expect(await textOf(cell)).toBe("'pk.a'");
    expect(await textOf("os.path.exists('pk/__pycache__')")).toBe('False');
  });

  it.each([
    ['pickle', 'import pickle\nclass A: pass\ntype(pickle.loads(pickle.dumps(A()))) is A'],
    [
      'dataclasses',
      'from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\nP(3) == P(3)',
    ],
    [
      'inspect.getsource',
      "import inspect\ndef f():\n    return 1\ninspect.getsource(f) == 'def f():\\n    return 1\\n'",
    ],
    ['linecache.clearcache', 'import linecache; linecache.clearcache(); True'],
    [
      'doctest',
      "import doctest\ndef g():\n    '''\n    >>> g()\n    2\n    '''\n    return 2\ndoctest.testmod().attempted == 1",
    ],
    [
      'typing.get_type_hints',
      'import typing\ndef h(x: "P"): pass\ntyping.get_type_hints(h)["x"] is P',
    ],
    [
      'threads',
      'import threading\nt = threading.Thread(target=lambda: out.append(1)); out = []\nt.start(); t.join(); out == [1]',
    ],
  ])('where %s works', async (_, code) => {
    expect(await textOf(code)).toBe('True');
  });

  it('with warnings shown once a cell, with the line', async () => {
    const warn = "import warnings\nwarnings.warn('careful')";
    for (let i = 0; i < 2; i += 1) {
      const { stderr } = await driver.run(warn);
      expect(stderr).toMatch(
        /^<cell \d+>:2: UserWarning: careful\n {2}warnings\.warn\('careful'\)\n$/,
      );
    }
  });

  it('with the last error where the debugger looks for it', async () => {
    await driver.run('1 / 0');
    expect(
      await textOf('sys.last_type.__name__, sys.last_traceback.tb_frame.f_code.co_filename[:6]'),
    ).toBe("('ZeroDivisionError', '<cell ')");
  });

  it('with trace functions that last and see user code alone', async () => {
    await driver.run(
      'seen = set()\nsys.settrace(lambda frame, *_: seen.add(frame.f_code.co_filename))',
    );
    await driver.run('def traced(): pass\ntraced()');
    expect(await textOf('sys.settrace(None)\n{name[:6] for name in seen}')).toBe("{'<cell '}");
  });
});

describe('hello', () => {
  it('makes and sets directory, environment and time zone (R-SES-01)', async () => {
    driver.send({
      type: 'hello',
      cwd: `${driver.directory}/made/here`,
      environment: { GREETING: 'héllo "world"', TZ: 'UTC' },
      mode: 'standard',
    });
    expect(
      await textOf(
        "import os, time\nos.getcwd()[-10:], os.environ['GREETING'], time.strftime('%Z')",
      ),
    ).toBe(`('/made/here', 'héllo "world"', 'UTC')`);
    expect(
      (await driver.run("import subprocess\n_ = subprocess.run('echo $GREETING', shell=True)"))
        .stdout,
    ).toBe('héllo "world"\n');
  });
});

import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it, vi } from 'vitest';
import { createPythonRunner } from '../src/index.ts';
import { host } from './interpreters.ts';

/** The distribution's own, which has its packages where the host's first choice may have none. */
const INTERPRETER = '/usr/bin/python3';
const present = await host.output(INTERPRETER, ['-c', 'import jedi; print("yes")']);

/** A slow machine cuts the first questions short, which have the most to read. */
const PATIENCE = { timeout: 20_000, interval: 0 };

const DEFINITIONS = `
ran = []
class Box:
    @property
    def area(self) -> str: ran.append('area')
    def method(self) -> dict: ran.append('method')
box = Box()
`;

describe.runIf(present !== null)('questions of Python with jedi', () => {
  const fixture = createRunnerFixture(createPythonRunner({ interpreter: INTERPRETER }));
  type Session = Awaited<ReturnType<typeof fixture.session>>;

  const asking = async (session: Session, marked: string) => {
    const question = { code: marked.replace('|', ''), cursor: marked.indexOf('|') };
    const { completions } = await session.complete(question);
    const { data } = await session.inspect(question);
    return { completions, text: data?.['text/plain'] };
  };

  /** Asks until jedi has answered, so that what follows meets one that is there. */
  const awaken = (session: Session) =>
    vi.waitFor(async () => {
      expect((await asking(session, '"a".upper().cas|')).completions).toHaveLength(1);
    }, PATIENCE);

  it('complete what only code that has not run says, and run nothing', async () => {
    await using session = await fixture.session();
    await session.execute(DEFINITIONS);
    for (const [marked, expected] of [
      ['"a".upper().cas|', { text: 'casefold', kind: 'function', detail: '() -> str' }],
      ['box.area.cas|', { text: 'casefold' }],
      ['box.method().popi|', { text: 'popitem' }],
      ['import collections as c\nc.Orde|', { text: 'OrderedDict', kind: 'class' }],
      ['from email.message import Mess|', { text: 'Message' }],
      ['def f(alpha: int):\n    alp|', { text: 'alpha', kind: 'variable', detail: 'alpha: int' }],
      ["def f(text='x'):\r\n    '😀'; text.cas|", { text: 'casefold' }],
      ['def f(alpha):\n    pass\nf(al|', { text: 'alpha=' }],
    ] as const) {
      await vi.waitFor(async () => {
        const { completions } = await asking(session, marked);
        expect(completions, marked).toContainEqual(expect.objectContaining(expected));
      }, PATIENCE);
    }
    expect(await session.execute('ran')).toMatchObject({ output: '', error: '', result: [] });
  });

  it('inspect it', async () => {
    await using session = await fixture.session();
    for (const [marked, expected] of [
      ['def f(a: int):\n    """Does it."""\nf|', /^f\(a: int\)\ntype: function\n\nDoes it\.$/],
      ['"a".upper().low|er', /^lower\(\) -> str\n/],
    ] as const) {
      await vi.waitFor(async () => {
        expect((await asking(session, marked)).text).toMatch(expected);
      }, PATIENCE);
    }
    expect((await asking(session, '"tex|t"')).text).toBeUndefined();
  });

  it('look into nothing that would run code of the user', async () => {
    await using session = await fixture.session();
    await session.execute(`
ran = []
def say(*arguments): ran.append(arguments[1:])
class Meta(type):
    __getattribute__ = __getattr__ = __iter__ = __bool__ = say
class Hostile(metaclass=Meta):
    __getattr__ = __getattribute__ = __bool__ = __iter__ = __len__ = __getitem__ = say
class Nested: pass
nested = Hostile()
known = Nested()
known.inner = Hostile()
ran.clear()`);
    await awaken(session);
    for (const marked of [
      'nested().|',
      'known.inner().|',
      'def f(a=nested, b=known.inner):\n    a.x.|',
      'for each in nested:\n    each.x|',
      '(nested or known).in|',
      'nested[0].x|',
      'Hostile().x().|',
    ])
      await asking(session, marked);
    expect(await session.execute('ran')).toMatchObject({ output: '', error: '', result: [] });
  });

  it('leave no trace in the session', async () => {
    await using session = await fixture.session();
    await session.execute(`
import os, sys
names, limit, path = set(globals()), sys.getrecursionlimit(), list(sys.path)
files = lambda: sorted(os.path.join(*found) for top in ('.', os.path.expanduser('~'), '/tmp') for found in
    ((folder, name) for folder, _, inside in os.walk(top) for name in inside))
before = files()`);
    await awaken(session);
    await asking(session, 'import sqlite3 as s\ns.connect("").cur|');
    const { result } = await session.execute(
      `[name for name in ('jedi', 'parso', 'sqlite3') if name in sys.modules] + [limit == sys.getrecursionlimit(),
       path == sys.path, files() == before]`,
    );
    expect(result).toEqual([true, true, true]);
    const own = await session.execute('import jedi\njedi.settings.case_insensitive_completion');
    expect(own.result).toBe(true);
    await awaken(session);
    expect(await session.execute(`sys.modules['jedi'] is jedi`)).toMatchObject({ result: true });
  });

  it('are answered from the session alone when that takes long', async () => {
    await using session = await fixture.session();
    await awaken(session);
    const code = `def f(alpha):\n${'    a = [1, (2, 3), 4, 5]\n'.repeat(20_000)}\nf`;
    const { completions } = await session.complete({ code, cursor: code.length });
    expect(completions.map(({ text }) => text)).toContain('for');
    expect(await session.execute('1 + 1')).toMatchObject({ result: 2 });
    await awaken(session);
  });

  it('are not for strict mode', async () => {
    await using session = await fixture.session({ sandbox_mode: 'strict' });
    expect((await asking(session, '"a".upper().cas|')).completions).toEqual([]);
  });
});

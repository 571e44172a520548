import { createEngine } from '@repltool/core';
import { SANDBOX_MODES } from '@repltool/policy';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { defaultRunners } from 'repltool';
import { afterAll, describe, expect, it } from 'vitest';

/** The fence of the interpreter alone: no policy looks at a cell before it runs. */
const engine = createEngine({
  runners: defaultRunners(),
  sandbox: createBubblewrapBackend(),
  policy: { rules: (mode) => SANDBOX_MODES[mode], check: () => [] },
});
const session = engine.createSession({ language: 'python', sandbox_mode: 'strict' });
afterAll(() => engine.close());

/** What cells would print of a thing that they must not have. */
const GOT = 'got';

/** Published ways out of restricted Python, by where they were published, and the rule that each one meets. */
const ESCAPES: readonly (readonly [source: string, rule: string, code: string])[] = [
  [
    'CVE-2023-37271, frames of generators',
    'python/attribute-walk',
    `g = (getattr(g, 'gi_' + 'frame') for _ in [1])\nprint('got', next(g))`,
  ],
  [
    'CVE-2023-37271, frames of coroutines',
    'python/attribute-walk',
    `async def f(): pass\nc = f(); c.close()\nprint('got', getattr(c, 'cr_' + 'frame'))`,
  ],
  [
    'CVE-2023-41039, str.format',
    'python/attribute-walk',
    `text = '{0.__glo' + 'bals__}'\nprint('got', text.format(lambda: 0))`,
  ],
  [
    'CVE-2023-41039, str.format_map of the class',
    'python/attribute-walk',
    `text = '{f.__glo' + 'bals__}'\nprint('got', str.format_map(text, {'f': lambda: 0}))`,
  ],
  [
    'CVE-2023-41039, string.Formatter',
    'python/attribute-walk',
    `import string\nprint('got', string.Formatter().format('{0.__glo' + 'bals__}', lambda: 0))`,
  ],
  [
    'CVE-2024-47532, the object of an AttributeError',
    'python/attribute-walk',
    `import string\ntry: string.Formatter().get_field('0.nothing', [string], {})\nexcept AttributeError as e: print('got', e.obj)`,
  ],
  [
    'RestrictedPython, a str that lies about itself',
    'python/attribute-walk',
    `class Name(str):\n    def startswith(self, *_): return False\n    def __eq__(self, other): return False\n    def __hash__(self): return 0\nprint('got', getattr(object, Name('__subclasses__')))`,
  ],
  [
    'structural pattern matching by keyword',
    'python/attribute-walk',
    `match (lambda: 0):\n    case object(__globals__=names): print('got', names)`,
  ],
  [
    'structural pattern matching by position',
    'python/attribute-walk',
    `import abc\nclass Any(abc.ABC): __match_args__ = ('__glo' + 'bals__',)\nAny.register(type(lambda: 0))\nmatch (lambda: 0):\n    case Any(names): print('got', names)`,
  ],
  [
    'operator.attrgetter',
    'python/attribute-walk',
    `import operator\nprint('got', operator.attrgetter('__cla' + 'ss__.__ba' + 'se__')(()))`,
  ],
  [
    'operator.methodcaller',
    'python/attribute-walk',
    `import operator\nprint('got', operator.methodcaller('__sub' + 'classes__')(object))`,
  ],
  [
    'type.__getattribute__',
    'python/attribute-walk',
    `print('got', type.__getattribute__(object, '__sub' + 'classes__')())`,
  ],
  [
    'the walk from a tuple to every class',
    'python/attribute-walk',
    `x = ()\nfor name in ('__class__', '__base__', '__subclasses__'): x = getattr(x, name)\nprint('got', x())`,
  ],
  [
    'the module behind a builtin',
    'python/attribute-walk',
    `print('got', getattr(print, '__se' + 'lf__').open('/etc/passwd'))`,
  ],
  [
    'the traceback of an exception',
    'python/attribute-walk',
    `try: 1 / 0\nexcept Exception as e: print('got', getattr(getattr(e, '__traceback' + '__'), 'tb_frame'))`,
  ],
  [
    'the traceback that a context manager is handed',
    'python/attribute-walk',
    `class C:\n    def __enter__(self): pass\n    def __exit__(self, kind, error, tb): print('got', getattr(tb, 'tb_' + 'frame'))\nwith C(): 1 / 0`,
  ],
  [
    'smolagents, modules in the names of allowed ones',
    'python/module-leak',
    `import random\nprint('got', getattr(random, '_o' + 's').system('id'))`,
  ],
  [
    'smolagents, from an allowed module',
    'python/module-leak',
    `from random import _os\nprint('got', _os)`,
  ],
  [
    'an alias of the import function',
    'python/import-outside-strict',
    `i = __import__\nprint('got', i('o' + 's'))`,
  ],
  [
    'the builtins in the globals',
    'python/import-outside-strict',
    `print('got', globals()['__builtins__']['__import__']('os'))`,
  ],
  [
    'builtins that are taken away, so that others come in their place',
    'python/builtin-outside-strict',
    `globals().clear()\ndef f(): return open\nprint('got', f()('/etc/passwd').read())`,
  ],
  [
    'decorators in the place of calls',
    'python/builtin-outside-strict',
    `@eval\n@(lambda _: "print('got')")\nclass X: pass`,
  ],
  [
    'code in the names of the fields of a dataclass',
    'python/attribute-walk',
    `import dataclasses\nclass E: __annotations__ = {'x or {().__class__.__base__.__subclasses__()}': int}\nprint('got', repr(dataclasses.dataclass(init=False, eq=False)(E)()))`,
  ],
  [
    'code in annotations',
    'python/code-from-strings',
    `import functools, random\n@functools.singledispatch\ndef f(x): pass\nclass Fake:\n    __annotations__ = {'x': "print('got')"}\n    __wrapped__ = random.Random.seed\n    def __call__(self): pass\nf.register(Fake())`,
  ],
  [
    'an enumeration of the members of any module',
    'python/attribute-walk',
    `import enum\nprint('got', enum.Enum._convert_('X', 'sys', lambda name: name == 'modules'))`,
  ],
  [
    'a context manager that reads any attribute of sys',
    'python/attribute-walk',
    `import contextlib\nclass R(contextlib.redirect_stdout): _stream = 'modules'\nr = R({}); r.__enter__(); print('got', r._old_targets)`,
  ],
];

describe('attacks on the fence: Python while it runs', () => {
  it.each(ESCAPES)('T-LANG-01 python strict: %s meets %s', async (_, rule, code) => {
    const result = await (await session).execute(code);
    expect(result.output).not.toContain(GOT);
    expect(result).toMatchObject({ status: 'denied', failure: { code: 'SandboxViolation' } });
    expect(result.failure?.message).toMatch(new RegExp(`\\(${rule}\\)$`));
  });

  it('T-LANG-01 python strict: the session goes on with its state after a denial', async () => {
    const attacked = await session;
    await attacked.execute('kept = 41');
    expect((await attacked.execute('import os')).status).toBe('denied');
    expect(await attacked.execute('kept + 1')).toMatchObject({ status: 'ok', result: 42 });
  });

  it('T-LANG-01 python strict: a denial that the code catches is an ImportError', async () => {
    const result = await (
      await session
    ).execute(`try: import ctypes\nexcept ImportError as e: print(type(e).__name__)`);
    expect(result).toMatchObject({ status: 'ok', output: 'ImportDenied\n' });
  });

  it('T-LANG-01 python strict: top-level await works behind the fence', async () => {
    const result = await (await session).execute('async def f(): return 5\nprint(await f())');
    expect(result).toMatchObject({ status: 'ok', output: '5\n' });
  });
});

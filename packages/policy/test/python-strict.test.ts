import { describe, expect, test } from 'vitest';
import { denials, said } from './said.ts';

const strict = (code: string) => denials('python', 'strict', code);

/** Rule to cells that it denies in strict mode. */
const DENIED: Readonly<Record<string, readonly string[]>> = {
  'python/import-outside-strict': [
    'import os',
    'import math, os as harmless',
    'import os.path',
    'import os\\\n.path',
    'from os import path',
    'from subprocess import run as r',
    'if False:\n    import socket',
    'def f():\n    from ctypes import CDLL',
    'import ｏｓ',
    "__import__('os')",
    "__import__('o' + 's')",
    "__import__(''.join(['o', 's']))",
    "__import__('so'[::-1])",
    "__import__('\\x6f\\x73')",
    '__import__(chr(111) + chr(115))',
    "__import__(bytes.fromhex('6f73').decode())",
    "import base64\n__import__(base64.b64decode('b3M=').decode())",
    '__import__(name_from_elsewhere)',
    "i = __import__\ni('os')",
    "import importlib\nimportlib.import_module('json')",
    'import sys',
    'import builtins',
    'import io',
    'import inspect',
    'import gc',
  ],
  'python/relative-import': ['from . import x', 'from .a import b', 'from ... import c'],
  'python/module-leak': [
    'import random\nrandom._os',
    'import random as r\nr._os.system',
    'from enum import sys',
    'from enum import bltns as b',
    'import json\njson.codecs.open',
    'import json, dataclasses\ngetattr(dataclasses, "s" + "ys")',
    'import re\nre.enum.sys.modules',
  ],
  'python/builtin-outside-strict': [
    "eval('1')",
    "exec('x = 1')",
    "compile('1', '', 'eval')",
    "open('f')",
    'breakpoint()',
    'vars(x)',
    "e = eval\ne('1')",
    "(lambda: eval)()('1')",
    "[eval][0]('1')",
    'list(map(eval, texts))',
    '@exec\n@input\nclass X: pass',
    "print(f'{open(path)}')",
    "__builtins__.eval('1')",
    "__builtins__['ev' + 'al']('1')",
    "getattr(__builtins__, 'eval')",
    "globals()['__builtins__']",
    "globals()['eval']",
    "import functools\nfunctools.partial(eval, '1')()",
    "def f(e=eval):\n    return e('1')",
    "ｅｖａｌ('1')",
    'class A:\n    eval = 1\n    x = eval',
    '__loader__',
    '__spec__.loader',
  ],
  'python/attribute-walk': [
    '().__class__.__base__.__subclasses__()',
    "''.__class__.__mro__[1]",
    'int.mro()',
    'f.__globals__',
    'f.__code__.co_consts',
    'print.__self__',
    '(x for x in ()).gi_frame.f_globals',
    'coroutine.cr_frame',
    'try:\n    1/0\nexcept Exception as e:\n    e.__traceback__.tb_frame.f_back',
    "getattr(x, '__subclasses__')",
    "getattr(x, '__sub' + 'classes__')",
    "import operator\noperator.attrgetter('__class__.__mro__')(x)",
    "operator.attrgetter('__globals__')",
    "operator.methodcaller('__subclasses__')(object)",
    "'{0.__class__.__mro__}'.format(x)",
    "'{0.gi_' 'frame}'.format(x)",
    "('{0.__init__' + '.__globals__}').format(x)",
    "'{x.__dict__}'.format_map(d)",
    "import string\nstring.Formatter().format('{0.__globals__}', f)",
    'match x:\n    case object(__subclasses__=s): pass',
    'from json import __builtins__ as b',
    "type.__dict__['__subclasses__']",
    "f'{x.__globals__}'",
    'del x.__dict__',
  ],
  'python/computed-attribute': [
    'getattr(x, name)',
    "getattr(x, name + '__')",
    'setattr(x, name, 1)',
    'import functools\nfunctools.reduce(getattr, names, x)',
    'g = getattr',
    'operator.attrgetter(name)(x)',
  ],
  'python/code-from-strings': [
    'import typing\ntyping.get_type_hints(C, {})',
    'from typing import get_type_hints',
    "typing.ForwardRef('x')",
  ],
};

const HARMLESS = [
  'import math, json, re, statistics, collections, itertools, string, functools, operator',
  'from collections.abc import Mapping',
  'from __future__ import annotations',
  'from datetime import datetime, timedelta',
  '# import os; eval("1")',
  '"""import os\n\n>>> eval("1").__class__.__mro__\n"""',
  "text = 'open the door, eval and exec'",
  "print('{} and {:>5}'.format(a, b), f'{c.name!r:>{width}}')",
  "'{0.name} {1[key]}'.format(a, b)",
  "import re\nre.compile('x')",
  'door.open()',
  'self.eval(x)',
  'render(open=True, exec=1)',
  'def visit(open, eval):\n    return open(eval)',
  'def f():\n    open = 1\n    return open',
  'lambda compile: compile',
  'class A:\n    def __init__(self):\n        super().__init__()\n        self.n = type(self).__name__',
  'class A:\n    def __eq__(self, other):\n        return self.__class__ is other.__class__',
  'class A:\n    def __getattr__(self, name):\n        return 1',
  "getattr(x, 'name', None)",
  "hasattr(x, 'close')",
  'object.__setattr__(self, "x", 1)',
  "if __name__ == '__main__':\n    main()",
  "'n' in globals()",
  'importance = 1\nexecute = evaluate = opened = 2',
  'import random\nrandom.random()\nrandom.Random(1).choice([1])',
  "import typing\nx: typing.Optional['A'] = None",
  'match p:\n    case Point(x=0, y=y): print(y)',
  'd = {"__class__": 1}',
];

describe('R-POL-03: strict Python', () => {
  for (const [rule, cells] of Object.entries(DENIED)) {
    test.each(cells)(`${rule} denies %j`, async (code) => {
      expect(await strict(code)).toContain(rule);
    });
    test.each(cells)('no import or builtin is denied in relaxed mode: %j', async (code) => {
      expect(await said('python', 'relaxed', code)).toEqual([]);
    });
  }

  test.each(HARMLESS)('says nothing of %j', async (code) => {
    expect(await said('python', 'strict', code)).toEqual([]);
  });

  test('a cell that does not parse is examined all the same', async () => {
    expect(await strict('import os\nx = = 2')).toEqual(['python/import-outside-strict']);
    expect(await strict('def f(:\n    eval("1")')).toContain('python/builtin-outside-strict');
  });
});

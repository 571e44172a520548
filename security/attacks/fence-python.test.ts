import { expect } from 'vitest';
import { describeFenceAttacks, type Attack } from '../src/attack.ts';

const strict = (name: string, code: string): Attack => ({
  threat: 'T-LANG-01',
  name,
  language: 'python',
  modes: ['strict'],
  code,
  expect: ({ status, output }) => {
    expect(['denied', 'error']).toContain(status);
    expect(output).not.toContain('got');
  },
});

const imports = [
  'import os',
  'import os as harmless',
  'import json, os',
  'from os import system',
  'import os.path',
  'from os import *',
  `__import__('os')`,
  `__import__('o' + 's')`,
  `import importlib; importlib.import_module('os')`,
  `import builtins; builtins.__import__('os')`,
  `__builtins__['__import__']('os')`,
  `getattr(__builtins__, '__imp' + 'ort__')('os')`,
  'import subprocess',
  'import ctypes',
  'import socket',
  'import sys; sys.modules["os"]',
  'import _posixsubprocess',
  'import posix',
  'import pickle',
  'import threading',
  'from . import secrets_of_mine',
  `import re; re.enum.sys.modules['os']`,
  `import json; json.codecs.open('/etc/passwd')`,
  `import collections; collections._sys.modules['os']`,
  `import random; random._os.system('echo got')`,
  `import statistics; statistics.sys.modules['os']`,
].map((code) => strict(`imports by ${code}`, code));

const builtins = [
  `eval('1')`,
  `exec('x = 1')`,
  `compile('1', '', 'eval')`,
  `open('/etc/passwd')`,
  `e = eval; e('1')`,
  `[eval][0]('1')`,
  `globals()['__builtins__']`,
  `vars(__builtins__)`,
  `breakpoint()`,
  `input.__self__.eval('1')`,
  `print.__self__.open('/etc/passwd')`,
  `(lambda f: f('1'))(eval)`,
].map((code) => strict(`has the builtin by ${code}`, code));

const walks = [
  `().__class__.__mro__[1].__subclasses__()`,
  `().__class__.__base__.__subclasses__()`,
  `type(()).__bases__[0].__subclasses__()`,
  `(lambda: 0).__globals__`,
  `(lambda: 0).__code__`,
  `(x for x in ()).gi_frame.f_globals`,
  `(x for x in ()).gi_frame.f_back.f_back`,
  `'{0.__class__.__mro__}'.format(())`,
  `'{0.__class__}'.format_map({'0': ()})`,
  `try:\n    1/0\nexcept Exception as e:\n    e.__traceback__.tb_frame.f_globals`,
  `class A: pass\nA.__init__.__objclass__`,
  `import functools; functools.reduce(getattr, ['__class__', '__mro__'], ())`,
  `import operator; operator.attrgetter('__class__.__mro__')(())`,
  `object.__getattribute__((), '__class__')`,
  `type.__getattribute__(tuple, '__subclasses__')`,
  `type('X', (), {}).__subclasses__`,
  `async def f(): pass\nc = f(); c.cr_frame.f_builtins`,
  `def g():\n    yield\ng().gi_code`,
  `class M(type):\n    def __instancecheck__(cls, x): return x.__class__.__mro__`,
].map((code) => strict(`walks by ${code}`, code));

describeFenceAttacks('python', [...imports, ...builtins, ...walks]);

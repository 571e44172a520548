/** Rule to cells that it denies while they run, each in a way the text alone does not show. */
export const ESCAPES: Readonly<Record<string, readonly string[]>> = {
  'python/import-outside-strict': [
    "__import__('o' + 's')",
    "__import__('os', fromlist=[])",
    "globals()['__builtins__']['__import__']('os')",
    'import _strptime',
    // A name that lies about itself.
    "class N(str):\n    def partition(self, *a): return ('json', '', '')\n    def __eq__(self, o): return True\n    def __hash__(self): return hash('json')\n__import__(N('os'))",
  ],
  'python/relative-import': ['from . import x', 'from ..os import path'],
  'python/module-leak': [
    "import random; print('got', random._os)",
    'from random import _os',
    'import collections; collections._sys',
    'import json; json.codecs',
    'import re; re._compiler',
    'from json import codecs',
    'from enum import global_enum',
    "import random\ngetattr(random, '_o' + 's')",
  ],
  'python/builtin-outside-strict': [
    "eval('1')",
    "e = exec; e('1')",
    "compile('1', '', 'eval')",
    "open('/etc/passwd')",
    "globals()['__builtins__']['open']('/etc/passwd')",
    'breakpoint()',
    'vars(object)',
    '@exec\n@repr\nclass X: pass',
    // In the text that a dataclass makes of the names of its fields.
    'import dataclasses\nclass E: __annotations__ = {"x or {open(\'/etc/passwd\')}": int}\nE = dataclasses.dataclass(init=False, eq=False)(E)\nrepr(E())',
  ],
  'python/code-from-strings': [
    "import typing\nprint('got', getattr(typing, 'get_type' + '_hints'))",
    'from typing import ForwardRef',
    // Annotations of an object that claims the names of another module.
    "import functools, random\n@functools.singledispatch\ndef f(x): pass\nclass Fake:\n    __annotations__ = {'x': \"print('got')\"}\n    __wrapped__ = random.Random.seed\n    def __call__(self): pass\nf.register(Fake())",
  ],
  'python/attribute-walk': [
    ...[
      "getattr(getattr((), '__cla' + 'ss__'), '__m' + 'ro__')",
      "getattr(object, '__sub' + 'classes__')()",
      "getattr(print, '__se' + 'lf__')",
      "hasattr(int, '__sub' + 'classes__')",
      "setattr(lambda: 0, '__co' + 'de__', 1)",
      "delattr(lambda: 0, '__di' + 'ct__')",
      "type.__getattribute__(int, '__sub' + 'classes__')",
      "object.__getattribute__((), '__cla' + 'ss__')",
      "class W:\n    def m(self): return super().__getattribute__('__dict__')",
      "class N(str):\n    def startswith(self, *a): return False\n    def __eq__(self, o): return False\n    def __hash__(self): return 1\ngetattr(object, N('__subclasses__'))",
      "type(lambda: 0)(getattr(lambda: 0, '__co' + 'de__'), {})",
      "import functools\nfunctools.reduce(getattr, ['__cla' + 'ss__', '__ba' + 'se__'], ())",
    ],
    // Frames and tracebacks.
    ...[
      "try: 1/0\nexcept Exception as e: getattr(e, '__trace' + 'back__')",
      "g = (x for x in ()); getattr(g, 'gi_' + 'frame')",
      "async def f(): pass\nc = f(); c.close(); getattr(c, 'cr_' + 'frame')",
      "async def f(): yield\ngetattr(f(), 'ag_' + 'frame')",
      "getattr(lambda: 0, 'f_glo' + 'bals', None)",
      "getattr(lambda: 0, 'f_ba' + 'ck', None)",
    ],
    // Format strings (CVE-2023-41039).
    ...[
      "f = '{0.__glo' + 'bals__}'; f.format(lambda: 0)",
      "f = '{x.__glo' + 'bals__}'; f.format_map({'x': lambda: 0})",
      "f = '{0[0].__glo' + 'bals__}'; str.format(f, [lambda: 0])",
      "f = '{0.__glo' + 'bals__}'; list(map(str.format, [f], [lambda: 0]))",
      "f = '{:{0.__glo' + 'bals__}}'; f.format(lambda: 0)",
      "f = ('{0.__glo' + 'bals__}').format; f(lambda: 0)",
      "getattr('{0.__glo' + 'bals__}', 'for' + 'mat')(lambda: 0)",
      "class S(str):\n    def go(self, *a): return super().format(*a)\nS('{0.__glo' + 'bals__}').go(lambda: 0)",
      "import string\nstring.Formatter().format('{0.__glo' + 'bals__}', lambda: 0)",
      "import string\nstring.Formatter().get_field('0.__glo' + 'bals__', [lambda: 0], {})",
    ],
    // Functions of the library that take names.
    ...[
      "import collections\ncollections.UserString('{0.__glo' + 'bals__}').format(lambda: 0)",
      "import operator\noperator.attrgetter('real', 'a.__glo' + 'bals__')",
      "import operator\noperator.methodcaller('__sub' + 'classes__')(object)",
      "import operator\noperator.methodcaller('format', lambda: 0)('{0.__glo' + 'bals__}')",
      "import contextlib\nclass R(contextlib.redirect_stdout): _stream = 'modules'\nR({}).__enter__()",
      "import enum\nenum.Enum._convert_('X', 'sys', lambda n: n == 'modules')",
      "import enum\ngetattr(enum.Enum, '_convert' + '_')",
      "import dataclasses\nclass E(type): __annotations__ = {'__sub' + 'classes__': int}\ndataclasses.dataclass(E)",
      "import dataclasses\nclass E: __annotations__ = {'x or {().__class__.__base__.__subclasses__()}': int}\ndataclasses.dataclass(init=False, eq=False)(E)",
      "import copy\nclass X:\n    def __reduce_ex__(s, p): return (lambda: (lambda: 0), (), (None, {'__co' + 'de__': 1}))\ncopy.copy(X())",
    ],
    // The object that an AttributeError carries (CVE-2024-47532).
    ...[
      "try: (lambda: 0).no\nexcept AttributeError as e: print('got', e.obj)",
      "try: (lambda: 0).no\nexcept AttributeError as e: print('got', getattr(e, 'o' + 'bj'))",
      "try: (lambda: 0).no\nexcept AttributeError as e: print('got', AttributeError.obj.__get__(e))",
      "class E(AttributeError): pass\nprint('got', super(E, E).obj)",
      "try: (lambda: 0).no\nexcept AttributeError as e:\n    match e:\n        case AttributeError(obj=o): print('got', o)",
    ],
    // Patterns.
    ...[
      "match '{0.__globals__}':\n    case str(format=f): print('got', f(lambda: 0))",
      "class M(type):\n    def __instancecheck__(c, x): return True\nclass B(metaclass=M): __match_args__ = ('__glo' + 'bals__',)\nmatch (lambda: 0):\n    case B(g): print('got', g)",
      "import abc\nclass C(abc.ABC): __match_args__ = ('__glo' + 'bals__',)\nC.register(type(lambda: 0))\nmatch [(lambda: 0)]:\n    case [C(g)]: print('got', g)",
      "import abc\nclass D:\n    def __get__(s, i, c): return ('__globals__',)\nclass C(abc.ABC): __match_args__ = D()\nC.register(type(lambda: 0))\nmatch (lambda: 0):\n    case C(g): print('got', g)",
      "class O: pass\nmatch (lambda: 0):\n    case O.C(g): print('got', g)",
      "class Eq:\n    def __eq__(self, other): print('got', other)\nmatch Eq():\n    case str.format: pass",
      "import abc\nclass M(abc.ABCMeta):\n    names = [('__globals__',), ('__name__',)]\n    @property\n    def __match_args__(c): return M.names.pop()\nclass C(metaclass=M): pass\nC.register(type(lambda: 0))\nmatch (lambda: 0):\n    case C(g): print('got', g)",
    ],
  ],
};

/** Cells that may end as they like, so long as they have nothing to print after `got`. */
export const FRUITLESS: readonly string[] = [
  // A module that takes another's name does not become it.
  "import json\njson.__name__ = 'os'\nfrom json import path\nprint('got', path)",
  "import functools\nclass Cap:\n    def __setattr__(s, n, v): n == '__wrapped__' or print('got', v)\nfunctools.update_wrapper(Cap(), lambda: 0, assigned=['__glo' + 'bals__'], updated=())",
  "import functools, random\ndef f(): pass\nfunctools.update_wrapper(f, random, assigned=(), updated=('__dict__',))\nprint('got', f._os)",
  "import functools\nclass D(dict):\n    def update(self, other): other and print('got', other)\nclass Cap: __dict__ = D()\nfunctools.update_wrapper(Cap(), type, assigned=(), updated=('__dict__',))",
  "import operator\nprint('got', type(operator.attrgetter('real'))('__mro__')(int))",
  "import contextlib\nclass R(contextlib.redirect_stdout): _stream = 'no'\ntry: R({}).__enter__()\nexcept AttributeError as e: print('got', e.obj)",
  // CVE-2025-22153: what `split` gives is taken for a tuple by old interpreters.
  "class G(ExceptionGroup):\n    def split(self, kind): return 'no tuple'\ntry: raise G('x', [ValueError()])\nexcept* ValueError as e: print('got', e)",
  // The text of a dataclass, among the names of another module.
  "import dataclasses\nclass E:\n    __module__ = 'os'\n    __annotations__ = {\"x or {system('echo got')}\": int}\nE = dataclasses.dataclass(init=False, eq=False)(E)\nrepr(E())",
  "print('got', globals()['__loader__'].load_module('posix'))",
  "license._Printer__filenames = ['/etc/passwd']\nprint('got', license())",
  "object.__setattr__(getattr, '__code__', (lambda *a: a))\nprint('got')",
  "print('got', globals()['__builtins__']['__loader__'])",
];

const POINT =
  'from dataclasses import *\n@dataclass(order=True, frozen=True)\nclass P:\n    x: int\n    y: int = 0\n';

/** Cells that use what the fence watches in the ways it is there for, and the values they have. */
export const HONEST: readonly (readonly [code: string, text: string])[] = [
  ['import json, math as m; json.dumps([m.floor(2.5)])', `'[2]'`],
  ['from json import *\ndumps([1])', `'[1]'`],
  ['from json.decoder import JSONDecodeError as E; E.__name__', `'JSONDecodeError'`],
  [
    'from collections.abc import Mapping\nimport collections.abc as a; a.Mapping is Mapping',
    'True',
  ],
  [
    'from html import entities; import html.parser; html.parser.HTMLParser.__name__',
    `'HTMLParser'`,
  ],
  [
    `${POINT}p = P(1); (p, asdict(p), replace(p, y=2), p < P(2), P(1) in {p})`,
    "(P(x=1, y=0), {'x': 1, 'y': 0}, P(x=1, y=2), True, True)",
  ],
  [`${POINT}match [P(1, 2)]:\n    case [P(a, y=int(b))]: r = a, b\nr`, '(1, 2)'],
  [
    '@__import__("dataclasses").dataclass(slots=True, kw_only=True, unsafe_hash=True)\nclass S:\n    a: int\n    b: "int" = 2\nS(a=1)',
    'S(a=1, b=2)',
  ],
  [
    'import enum\nclass C(enum.Flag):\n    A = 1\n    B = enum.auto()\nC.A, list(C), C["B"].value',
    '(<C.A: 1>, [<C.A: 1>, <C.B: 2>], 2)',
  ],
  [
    'from typing import *\nclass N(NamedTuple):\n    a: int\n    b: "Optional[str]" = None\nclass G(Generic[TypeVar("T")]): pass\nN(1), get_origin(List[int])',
    "(N(a=1, b=None), <class 'list'>)",
  ],
  [
    'from typing import Protocol, runtime_checkable\n@runtime_checkable\nclass L(Protocol):\n    def __len__(self): ...\nisinstance([], L)',
    'True',
  ],
  ["from collections import namedtuple\nnamedtuple('P', 'a b')(1, 2)._replace(b=3)", 'P(a=1, b=3)'],
  [
    'class A:\n    def __init__(self): self.__n = 1\n    def __repr__(self): return "{0._A__n}|{1:>{2}}".format(self, "r", 3)\n    def __getattr__(self, name): return name\n    format = "own"\nA(), A().format, A().other, type(A()).__name__',
    `(1|  r, 'own', 'other', 'A')`,
  ],
  [
    "'{:>3}{x[0]}'.format('a', x=[2]), '{a}'.format_map({'a': 3}), list(map('{}!'.format, 'ab'))",
    "('  a2', '3', ['a!', 'b!'])",
  ],
  [
    "import string\nstring.Formatter().format('{0.real:03}', 7), string.Template('$x').substitute(x=1)",
    "('007', '1')",
  ],
  [
    "import operator as o\no.attrgetter('real', 'imag')(3), o.methodcaller('upper')('a'), getattr(1, 'real'), hasattr(1, 'no')",
    "((3, 0), 'A', 1, False)",
  ],
  [
    'import functools\n@functools.lru_cache\ndef f(n): return n\n@functools.wraps(f)\ndef g(n): return f(n)\ng.__name__, g(1)',
    "('f', 1)",
  ],
  [
    'import functools\n@functools.singledispatch\ndef f(x): return "?"\n@f.register\ndef _(x: int): return "int"\nf(1), f("")',
    "('int', '?')",
  ],
  ["import time\ntime.strptime('2020', '%Y').tm_year", '2020'],
  ['((1 << 400000) // ((1 << 150000) + 1)) % 7 < 7', 'True'],
  [
    "'\\N{BULLET}'.encode('ascii', 'namereplace'), 'é'.encode('idna')",
    "(b'\\\\N{BULLET}', b'xn--9ca')",
  ],
  ["import collections\ncollections.UserString('{0}{method}').format(1, method=2)", "'12'"],
  ["import datetime\ndatetime.datetime.strptime('2020-01-02', '%Y-%m-%d').day", '2'],
  [
    'import contextlib\nwith contextlib.redirect_stdout(None): print("no")\nwith contextlib.suppress(KeyError): {}[1]\n1',
    '1',
  ],
  ['import copy, pprint\npprint.pformat(copy.deepcopy({"a": [1]}))', `"{'a': [1]}"`],
  [
    'class M(type):\n    def __call__(cls, *a): return super().__call__(*a)\nclass X(metaclass=M):\n    def __eq__(self, o): return self.__class__ is o.__class__\nX() == X()',
    'True',
  ],
  ['def g():\n    x = yield 1\n    yield x\ni = g(); next(i), i.send(5)', '(1, 5)'],
  ['async def f(): return 5\nawait f()', '5'],
  ["b'bytes', b'x' * 2, ('a', b'c')", "(b'bytes', b'xx', ('a', b'c'))"],
];

import type { MemberRules } from '@repltool/protocol';

/** Attributes of frames, code objects, generators and tracebacks, through which any other object can be reached. */
const INTERNAL = new Set([
  ...['gi_frame', 'gi_code', 'gi_yieldfrom', 'cr_frame', 'cr_code', 'cr_await', 'cr_origin'],
  ...['ag_frame', 'ag_code', 'ag_await', 'tb_frame', 'tb_next', 'f_back', 'f_builtins', 'f_code'],
  ...[
    'f_globals',
    'f_locals',
    'f_trace',
    'co_code',
    'co_consts',
    'co_names',
    'func_globals',
    'mro',
  ],
]);

/** Special attributes that ordinary code names: the protocols of objects, and how classes and modules are called. */
const HARMLESS_SPECIAL = new Set(
  [
    ...['abs', 'add', 'aenter', 'aexit', 'aiter', 'all', 'and', 'anext', 'annotations', 'author'],
    ...[
      'await',
      'bool',
      'bytes',
      'call',
      'cause',
      'ceil',
      'class',
      'class_getitem',
      'complex',
      'contains',
      'context',
    ],
    ...[
      'copy',
      'debug',
      'deepcopy',
      'del',
      'delete',
      'delitem',
      'dir',
      'divmod',
      'doc',
      'enter',
      'eq',
    ],
    ...['exit', 'float', 'floor', 'floordiv', 'format', 'future', 'ge', 'get', 'getitem', 'gt'],
    ...['hash', 'iadd', 'iand', 'ifloordiv', 'ilshift', 'imatmul', 'imod', 'imul', 'index', 'init'],
    ...[
      'init_subclass',
      'instancecheck',
      'int',
      'invert',
      'ior',
      'ipow',
      'irshift',
      'isub',
      'iter',
    ],
    ...[
      'itruediv',
      'ixor',
      'le',
      'len',
      'length_hint',
      'lshift',
      'lt',
      'main',
      'match_args',
      'matmul',
    ],
    ...[
      'members',
      'missing',
      'mod',
      'module',
      'mul',
      'name',
      'ne',
      'neg',
      'new',
      'next',
      'notes',
      'or',
      'pos',
    ],
    ...['post_init', 'pow', 'qualname', 'radd', 'rand', 'rdivmod', 'repr', 'reversed', 'rfloordiv'],
    ...['rlshift', 'rmatmul', 'rmod', 'rmul', 'ror', 'round', 'rpow', 'rrshift', 'rshift', 'rsub'],
    ...[
      'rtruediv',
      'rxor',
      'set',
      'setattr',
      'set_name',
      'setitem',
      'slots',
      'str',
      'sub',
      'subclasscheck',
    ],
    ...['truediv', 'trunc', 'version', 'xor'],
  ].map((name) => `__${name}__`),
);

/** What the driver holds while a cell runs. */
export const STRICT_PYTHON_MEMBERS: MemberRules = {
  denied: [...INTERNAL],
  specials: [...HARMLESS_SPECIAL],
};

/** Whether an attribute leads from an object to its class's relatives, its code or the interpreter. */
export function isInternal(name: string): boolean {
  return INTERNAL.has(name) || (/^__.*__$/s.test(name) && !HARMLESS_SPECIAL.has(name));
}

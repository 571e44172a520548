/** Modules of the standard library that only compute: what strict mode lets a cell import. */
export const STRICT_PYTHON_MODULES: readonly string[] = [
  ...[
    '__future__',
    'abc',
    'array',
    'base64',
    'binascii',
    'bisect',
    'calendar',
    'cmath',
    'collections',
  ],
  ...[
    'colorsys',
    'contextlib',
    'copy',
    'csv',
    'dataclasses',
    'datetime',
    'decimal',
    'difflib',
    'enum',
  ],
  ...[
    'fractions',
    'functools',
    'graphlib',
    'hashlib',
    'heapq',
    'hmac',
    'html',
    'itertools',
    'json',
  ],
  ...['keyword', 'math', 'numbers', 'operator', 'pprint', 'random', 're', 'reprlib', 'secrets'],
  ...[
    'statistics',
    'string',
    'struct',
    'textwrap',
    'time',
    'typing',
    'unicodedata',
    'weakref',
    'zlib',
  ],
];

/** Modules that those above hold in their own names, and that lead out of them. */
export const LEAKED_MODULES: readonly string[] = [
  ...[
    'ast',
    'bltns',
    'builtins',
    'codecs',
    'copyreg',
    'gc',
    'importlib',
    'inspect',
    'io',
    'linecache',
  ],
  ...['marshal', 'nt', 'os', 'pickle', 'posix', 'sys', 'threading', 'types', 'warnings'],
];

/** Modules that run native code of the caller's choice. */
export const NATIVE_MODULES: readonly string[] = ['ctypes', '_ctypes', 'cffi', '_cffi_backend'];

/** Modules whose purpose is to make processes. */
export const PROCESS_MODULES: readonly string[] = [
  ...['subprocess', '_posixsubprocess', 'multiprocessing', '_multiprocessing', 'pty'],
];

export const PROCESS_FUNCTIONS: readonly string[] = [
  ...['system', 'popen', 'fork', 'forkpty', 'posix_spawn', 'posix_spawnp', 'startfile'],
  ...['execl', 'execle', 'execlp', 'execlpe', 'execv', 'execve', 'execvp', 'execvpe'],
  ...['spawnl', 'spawnle', 'spawnlp', 'spawnlpe', 'spawnv', 'spawnve', 'spawnvp', 'spawnvpe'],
];

export function topLevelModule(module: string): string {
  return module.replace(/\..*/s, '');
}

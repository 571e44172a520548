import { childInField, namedChildren, type SyntaxNode } from '../syntax/syntax-node.ts';
import { identifier } from './bindings.ts';
import type { PythonEvaluator } from './evaluator.ts';

/** Calls that hand out the module whose name they get. */
export const IMPORT_FUNCTIONS: ReadonlySet<string> = new Set([
  'builtins.__import__',
  'importlib.__import__',
  'importlib.import_module',
  'pkgutil.resolve_name',
  'runpy.run_module',
]);

/** Dictionaries of names, as paths: what they hold is what the name stands for. */
const SCOPES = new Set(['builtins.globals()', 'builtins.locals()', 'builtins.vars()']);

/** Where the value of an expression comes from: through imports, aliases, `getattr`, `__dict__` and their like. */
export function pathOf(node: SyntaxNode, evaluator: PythonEvaluator): string | null {
  switch (node.type) {
    case 'identifier':
      return evaluator.pathOfName(identifier(evaluator.source(node)));
    case 'attribute': {
      const object = childInField(node, 'object');
      const name = childInField(node, 'attribute');
      const path = object && evaluator.path(object);
      return path && name ? memberOf(path, identifier(evaluator.source(name))) : null;
    }
    case 'parenthesized_expression':
    case 'named_expression': {
      const value = childInField(node, 'value') ?? namedChildren(node)[0];
      return value === undefined ? null : evaluator.path(value);
    }
    case 'conditional_expression':
    case 'boolean_operator':
      return firstPath(namedChildren(node), evaluator);
    case 'subscript':
      return ofSubscript(node, evaluator);
    case 'call':
      return ofCall(node, evaluator);
    default:
      return null;
  }
}

/** Builtins that say something about where a value comes from. */
const BUILTINS = new Set([
  ...[
    '__build_class__',
    '__import__',
    '__loader__',
    '__spec__',
    'breakpoint',
    'bytearray',
    'bytes',
  ],
  ...['chr', 'compile', 'delattr', 'eval', 'exec', 'getattr', 'globals', 'hasattr', 'input'],
  ...['locals', 'map', 'object', 'open', 'reversed', 'setattr', 'str', 'type', 'vars'],
]);

/** What a name stands for. One that nothing in the cell binds is a builtin, or a module that an earlier cell imported. */
export function pathOfName(name: string, evaluator: PythonEvaluator): string | null {
  const { imports, values, stars, changing } = evaluator.bindings;
  if (name === '__builtins__') return 'builtins';
  const imported = imports.get(name);
  if (imported !== undefined) return canonicalPath(imported);
  const assigned = firstPath(values.get(name) ?? [], evaluator);
  if (assigned !== null) return assigned;
  if (BUILTINS.has(name)) return `builtins.${name}`;
  if (values.has(name) || changing.has(name)) return null;
  const [star] = stars;
  return star === undefined ? name : memberOf(star, name);
}

/** One path for what has several names. */
export function canonicalPath(path: string): string {
  return path
    .replace(/^(?:posix|nt)\./, 'os.')
    .replace(/^(?:io|_io|codecs)\.open$/, 'builtins.open');
}

function memberOf(path: string, name: string): string {
  return canonicalPath(`${path}.${name}`);
}

function firstPath(nodes: readonly SyntaxNode[], evaluator: PythonEvaluator): string | null {
  for (const node of nodes) {
    const path = evaluator.path(node);
    if (path !== null) return path;
  }
  return null;
}

function itemOf(path: string, key: string, evaluator: PythonEvaluator): string | null {
  if (SCOPES.has(path)) return evaluator.pathOfName(key);
  if (path === 'sys.modules') return key;
  if (path === 'builtins') return `builtins.${key}`;
  return path.endsWith('.__dict__') ? memberOf(path.slice(0, -'.__dict__'.length), key) : null;
}

function ofSubscript(node: SyntaxNode, evaluator: PythonEvaluator): string | null {
  const value = childInField(node, 'value');
  const index = childInField(node, 'subscript');
  if (value === undefined || index === undefined) return null;
  if (index.type === 'integer' && /^(list|tuple)$/.test(value.type)) {
    const item = namedChildren(value)[Number(evaluator.source(index))];
    return item === undefined ? null : evaluator.path(item);
  }
  const path = evaluator.path(value);
  const key = path === null ? null : evaluator.constant(index);
  return path === null || key === null ? null : itemOf(path, key, evaluator);
}

function ofCall(node: SyntaxNode, evaluator: PythonEvaluator): string | null {
  const callee = childInField(node, 'function');
  const list = childInField(node, 'arguments');
  if (callee === undefined || list === undefined) return null;
  const [first, second] = namedChildren(list);
  if (callee.type === 'call') return ofGetter(callee, first, evaluator);
  const path = evaluator.path(callee);
  if (path === null) return null;
  if (IMPORT_FUNCTIONS.has(path)) {
    const module = first && evaluator.constant(first);
    if (typeof module !== 'string') return null;
    return path.endsWith('__import__') ? module.replace(/\..*/s, '') : module.replace(':', '.');
  }
  switch (path) {
    case 'builtins.getattr':
    case 'builtins.object.__getattribute__': {
      const object = first && evaluator.path(first);
      const name = second && evaluator.constant(second);
      return object && name ? memberOf(object, name) : null;
    }
    case 'functools.partial':
      return first === undefined ? null : evaluator.path(first);
    case 'builtins.vars': {
      const object = first && evaluator.path(first);
      return object === undefined ? 'builtins.vars()' : object && `${object}.__dict__`;
    }
    case 'builtins.globals':
    case 'builtins.locals':
      return `${path}()`;
    default:
      return ofDictionaryMethod(path, first, evaluator);
  }
}

/** `operator.attrgetter('system')(os)`. */
function ofGetter(
  getter: SyntaxNode,
  object: SyntaxNode | undefined,
  evaluator: PythonEvaluator,
): string | null {
  const callee = childInField(getter, 'function');
  const [argument] = namedChildren(childInField(getter, 'arguments') ?? getter);
  if (!callee || !argument || !object) return null;
  if (evaluator.path(callee) !== 'operator.attrgetter') return null;
  const [path, name] = [evaluator.path(object), evaluator.constant(argument)];
  return path === null || name === null ? null : memberOf(path, name);
}

/** `sys.modules.get('os')`, `os.__dict__.__getitem__('system')`, `os.__getattribute__('system')`. */
function ofDictionaryMethod(
  path: string,
  argument: SyntaxNode | undefined,
  evaluator: PythonEvaluator,
): string | null {
  const [, object, method] = /^(.*)\.([^.]+)$/s.exec(path) ?? [];
  const key = argument && evaluator.constant(argument);
  if (object === undefined || typeof key !== 'string') return null;
  switch (method) {
    case 'get':
    case 'pop':
    case 'setdefault':
    case '__getitem__':
      return itemOf(object, key, evaluator);
    case '__getattribute__':
      return memberOf(object, key);
    default:
      return null;
  }
}

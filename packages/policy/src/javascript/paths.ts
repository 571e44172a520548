import { childInField, namedChildren, type SyntaxNode } from '../syntax/syntax-node.ts';
import { identifier, moduleName } from './bindings.ts';
import type { JavaScriptEvaluator } from './evaluator.ts';
import { innerExpression } from './expressions.ts';

/** Functions that hand out the module whose name they get. */
const IMPORT_FUNCTIONS = new Set([
  'globalThis.require',
  'globalThis.module.require',
  'globalThis.process.mainModule.require',
  'globalThis.process.getBuiltinModule',
  'globalThis.module.constructor._load',
  'module.Module._load',
  'module._load',
]);

/** Names under which cells usually keep the modules of the same name. */
const USUAL_MODULE_NAMES = new Set(['fs', 'child_process', 'rimraf']);

const GLOBAL_OBJECTS = new Set(['globalThis', 'global', 'self', 'window']);
const FUNCTION = 'globalThis.Function.prototype';
const FUNCTION_NODES =
  /^(?:arrow_function|function_expression|function_declaration|generator_function|class)$/;

export function isImportCall(node: SyntaxNode, evaluator: JavaScriptEvaluator): boolean {
  const callee = childInField(node, 'function');
  if (callee === undefined) return false;
  return callee.type === 'import' || IMPORT_FUNCTIONS.has(evaluator.path(callee) ?? '');
}

/** Where the value of an expression comes from: through imports, aliases, destructuring and computed members. */
export function pathOf(node: SyntaxNode, evaluator: JavaScriptEvaluator): string | null {
  const inner = innerExpression(node);
  if (inner !== undefined) return evaluator.path(inner);
  if (FUNCTION_NODES.test(node.type)) return FUNCTION;
  switch (node.type) {
    case 'identifier':
    case 'shorthand_property_identifier':
      return evaluator.pathOfName(identifier(evaluator.source(node)));
    case 'this':
      return 'globalThis';
    case 'member_expression':
    case 'subscript_expression': {
      const object = childInField(node, 'object');
      const path = object && evaluator.path(object);
      const name = path ? memberName(node, evaluator) : null;
      return path && name !== null ? memberOf(path, name) : null;
    }
    case 'ternary_expression':
    case 'binary_expression':
      return firstPath(namedChildren(node), evaluator);
    case 'call_expression':
      return ofCall(node, evaluator);
    default:
      return null;
  }
}

/** The name of the member that an access reaches, or null when it is computed at run time. */
export function memberName(node: SyntaxNode, evaluator: JavaScriptEvaluator): string | null {
  const property = childInField(node, 'property');
  if (property) return identifier(evaluator.source(property));
  const index = childInField(node, 'index');
  return index ? evaluator.constant(index) : null;
}

/** What a name stands for. One that nothing in the cell binds is a global, or a module that an earlier cell imported. */
export function pathOfName(name: string, evaluator: JavaScriptEvaluator): string | null {
  if (GLOBAL_OBJECTS.has(name)) return 'globalThis';
  const imported = evaluator.bindings.imports.get(name);
  if (imported !== undefined) return imported;
  for (const { value, members } of evaluator.bindings.values.get(name) ?? []) {
    const path = evaluator.path(value);
    if (path !== null) return members.reduce(memberOf, path);
  }
  return USUAL_MODULE_NAMES.has(name) ? name : `globalThis.${name}`;
}

function memberOf(path: string, name: string): string {
  if (path === 'globalThis' && GLOBAL_OBJECTS.has(name)) return path;
  if (name === 'default' && !path.startsWith('globalThis')) return path;
  if (path === FUNCTION) {
    if (name === 'constructor') return 'globalThis.Function';
    if (name === '__proto__') return path;
  }
  if (path === 'globalThis' && (name === 'require' || name === 'module'))
    return `globalThis.${name}`;
  return `${path}.${name}`;
}

function firstPath(nodes: readonly SyntaxNode[], evaluator: JavaScriptEvaluator): string | null {
  for (const node of nodes) {
    const path = evaluator.path(node);
    if (path !== null) return path;
  }
  return null;
}

function ofCall(node: SyntaxNode, evaluator: JavaScriptEvaluator): string | null {
  const callee = childInField(node, 'function');
  const list = childInField(node, 'arguments');
  if (callee === undefined || list === undefined) return null;
  const [first, second] = namedChildren(list);
  if (isImportCall(node, evaluator)) {
    const module = first && evaluator.constant(first);
    return typeof module === 'string' ? moduleName(module) : null;
  }
  const path = evaluator.path(callee);
  switch (path) {
    case 'module.createRequire':
    case 'module.Module.createRequire':
      return 'globalThis.require';
    case 'globalThis.Object.getPrototypeOf':
    case 'globalThis.Reflect.getPrototypeOf':
      return first === undefined ? null : evaluator.path(first);
    case 'globalThis.Reflect.get': {
      const object = first && evaluator.path(first);
      const name = second && evaluator.constant(second);
      return object && name ? memberOf(object, name) : null;
    }
    default:
      return path?.endsWith('.bind') ? path.slice(0, -'.bind'.length) : null;
  }
}

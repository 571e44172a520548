import type { CallFact, MemberFact } from '../code/facts.ts';
import { childInField, namedChildren, type SyntaxNode } from '../syntax/syntax-node.ts';
import { identifier } from './bindings.ts';
import type { PythonEvaluator } from './evaluator.ts';

/** Functions that reach a member by its name, and where among their arguments the names begin. */
const GETTERS: ReadonlyMap<string, { readonly from: number; readonly to: number }> = new Map([
  ['builtins.getattr', { from: 1, to: 2 }],
  ['builtins.setattr', { from: 1, to: 2 }],
  ['builtins.delattr', { from: 1, to: 2 }],
  ['builtins.hasattr', { from: 1, to: 2 }],
  ['operator.attrgetter', { from: 0, to: Infinity }],
  ['operator.methodcaller', { from: 0, to: 1 }],
]);

/** Members that a call reaches by name. */
export function membersOfCall(call: CallFact): MemberFact[] {
  const range = GETTERS.get(call.path);
  if (range === undefined) return [];
  return call.positional.slice(range.from, range.to).flatMap(({ start, end, text }) => {
    const names = text === null ? [null] : text.normalize('NFKC').split('.');
    return names.map((name) => ({ start, end, name }));
  });
}

/** Members that the fields of a format string reach: `'{0.__class__}'.format(x)`. */
export function membersOfFormat(
  callee: SyntaxNode,
  list: SyntaxNode,
  evaluator: PythonEvaluator,
): MemberFact[] {
  const method = callee.type === 'attribute' ? childInField(callee, 'attribute') : undefined;
  const object = childInField(callee, 'object');
  if (!method || !object || !/^v?format(_map)?$/.test(identifier(evaluator.source(method)))) {
    return [];
  }
  const [first] = namedChildren(list);
  return [object, first].flatMap((node) => {
    const template = node && evaluator.constant(node);
    if (!node || typeof template !== 'string') return [];
    return fieldMembers(template).map((name) => ({ start: node.start, end: node.end, name }));
  });
}

function fieldMembers(template: string): string[] {
  return [...template.matchAll(/\{[^{}:!]*/g)].flatMap(([field]) =>
    [...field.matchAll(/[.[]\s*([\p{L}_][\p{L}\p{N}_]*)/gu)].flatMap(([, name]) => name ?? []),
  );
}

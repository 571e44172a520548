import { joined, reversed } from '../code/text-transforms.ts';
import { childInField, namedChildren, type SyntaxNode } from '../syntax/syntax-node.ts';
import { identifier } from './bindings.ts';
import { constantOfCall } from './constant-calls.ts';
import type { PythonEvaluator } from './evaluator.ts';
import { literalText } from './string-literal.ts';

/** The text an expression is sure to have: literals, what is joined of them, and the usual disguises. */
export function constantOf(node: SyntaxNode, evaluator: PythonEvaluator): string | null {
  switch (node.type) {
    case 'string':
      return literalText(node, evaluator);
    case 'concatenated_string':
      return joined(namedChildren(node).map((part) => evaluator.constant(part)));
    case 'parenthesized_expression':
    case 'named_expression': {
      const value = childInField(node, 'value') ?? namedChildren(node)[0];
      return value === undefined ? null : evaluator.constant(value);
    }
    case 'identifier':
      return ofName(identifier(evaluator.source(node)), evaluator);
    case 'binary_operator':
      return ofOperator(node, evaluator);
    case 'subscript':
      return ofSlice(node, evaluator);
    case 'call':
      return constantOfCall(node, evaluator);
    default:
      return null;
  }
}

function ofName(name: string, evaluator: PythonEvaluator): string | null {
  const { values, changing } = evaluator.bindings;
  const [value, ...others] = values.get(name) ?? [];
  return value === undefined || others.length > 0 || changing.has(name)
    ? null
    : evaluator.constant(value);
}

function ofOperator(node: SyntaxNode, evaluator: PythonEvaluator): string | null {
  const [left, right] = [childInField(node, 'left'), childInField(node, 'right')];
  const operator = childInField(node, 'operator')?.type;
  const text = left && evaluator.constant(left);
  if (typeof text !== 'string' || right === undefined) return null;
  if (operator === '+') return joined([text, evaluator.constant(right)]);
  if (operator !== '%') return null;
  const values = (right.type === 'tuple' ? namedChildren(right) : [right]).map((value) =>
    evaluator.constant(value),
  );
  const pieces = text.split('%s');
  if (pieces.length !== values.length + 1) return null;
  return joined(pieces.flatMap((piece, index) => [piece, values[index] ?? '']));
}

/** `text[::-1]` alone. */
function ofSlice(node: SyntaxNode, evaluator: PythonEvaluator): string | null {
  const value = childInField(node, 'value');
  const slice = childInField(node, 'subscript');
  if (value === undefined || slice?.type !== 'slice') return null;
  const text = evaluator.source(slice).replace(/\s/g, '') === '::-1' && evaluator.constant(value);
  return typeof text === 'string' ? reversed(text) : null;
}

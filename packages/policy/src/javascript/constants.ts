import { fromBase64, fromHex, joined, replaced, reversed } from '../code/text-transforms.ts';
import { childInField, namedChildren, type SyntaxNode } from '../syntax/syntax-node.ts';
import { identifier } from './bindings.ts';
import type { JavaScriptEvaluator } from './evaluator.ts';
import { unescaped } from './escapes.ts';
import { innerExpression } from './expressions.ts';

/** The text an expression is sure to have: literals, what is joined of them, and the usual disguises. */
export function constantOf(node: SyntaxNode, evaluator: JavaScriptEvaluator): string | null {
  const inner = innerExpression(node);
  if (inner !== undefined) return evaluator.constant(inner);
  switch (node.type) {
    case 'string':
    case 'template_string':
      return joined(
        namedChildren(node).map((part) => {
          if (part.type === 'string_fragment') return evaluator.source(part);
          if (part.type === 'escape_sequence') return unescaped(evaluator.source(part));
          const [expression] = namedChildren(part);
          return expression ? evaluator.constant(expression) : null;
        }),
      );
    case 'identifier':
      return ofName(identifier(evaluator.source(node)), evaluator);
    case 'binary_expression': {
      const [left, right] = [childInField(node, 'left'), childInField(node, 'right')];
      if (childInField(node, 'operator')?.type !== '+' || !left || !right) return null;
      const first = evaluator.constant(left);
      return first === null ? null : joined([first, evaluator.constant(right)]);
    }
    case 'call_expression':
      return ofCall(node, evaluator);
    default:
      return null;
  }
}

function ofName(name: string, evaluator: JavaScriptEvaluator): string | null {
  const [bound, ...others] = evaluator.bindings.values.get(name) ?? [];
  if (bound === undefined || others.length > 0 || bound.members.length > 0) return null;
  return evaluator.constant(bound.value);
}

function ofCall(node: SyntaxNode, evaluator: JavaScriptEvaluator): string | null {
  const callee = childInField(node, 'function');
  const list = childInField(node, 'arguments');
  if (callee === undefined || list === undefined) return null;
  const args = namedChildren(list);
  const values = args.map((value) => evaluator.constant(value));
  const [first = null, second = null] = values;
  switch (evaluator.path(callee) ?? '') {
    case 'globalThis.atob':
      return first === null ? null : fromBase64(first);
    case 'globalThis.decodeURIComponent':
    case 'globalThis.unescape':
      return first === null ? null : percentDecoded(first);
    case 'globalThis.String':
    case 'globalThis.String.raw':
      return first;
    case 'globalThis.String.fromCharCode':
    case 'globalThis.String.fromCodePoint':
      return characters(args, evaluator);
    case 'globalThis.Buffer.from':
    case 'buffer.Buffer.from':
      return first === null ? null : decoded(first, second);
  }
  const object = childInField(callee, 'object');
  const method = childInField(callee, 'property') ?? childInField(callee, 'index');
  if (object === undefined || method === undefined) return null;
  const name =
    callee.type === 'member_expression'
      ? identifier(evaluator.source(method))
      : evaluator.constant(method);
  if (name === 'join')
    return elements(object, evaluator, first ?? (args.length === 0 ? ',' : null));
  const text = evaluator.constant(object);
  return text === null || name === null ? null : ofMethod(name, text, values);
}

function ofMethod(name: string, text: string, values: readonly (string | null)[]): string | null {
  const [first = null, second = null] = values;
  switch (name) {
    case 'toString':
    case 'valueOf':
    case 'normalize':
      return text;
    case 'trim':
      return text.trim();
    case 'toLowerCase':
      return text.toLowerCase();
    case 'toUpperCase':
      return text.toUpperCase();
    case 'concat':
      return joined([text, ...values]);
    case 'replace':
    case 'replaceAll':
      return first === null || second === null ? null : replaced(text, first, second);
    default:
      return null;
  }
}

function decoded(text: string, encoding: string | null): string | null {
  if (encoding === null || /^utf-?8$/i.test(encoding)) return text;
  if (/^base64(?:url)?$/i.test(encoding)) return fromBase64(text);
  return /^hex$/i.test(encoding) ? fromHex(text) : null;
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function characters(values: readonly SyntaxNode[], evaluator: JavaScriptEvaluator): string | null {
  const spread = values[0]?.type === 'spread_element' ? namedChildren(values[0])[0] : undefined;
  const numbers = spread?.type === 'array' ? namedChildren(spread) : values;
  return joined(
    numbers.map((value) => {
      const code = value.type === 'number' ? Number(evaluator.source(value)) : NaN;
      return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
    }),
  );
}

/** An array of texts, joined: a literal, or a text that is split into letters and perhaps reversed. */
function elements(
  node: SyntaxNode,
  evaluator: JavaScriptEvaluator,
  separator: string | null,
): string | null {
  if (separator === null) return null;
  if (node.type === 'array') {
    return joined(
      namedChildren(node).map((item) => evaluator.constant(item)),
      separator,
    );
  }
  const callee = node.type === 'call_expression' ? childInField(node, 'function') : undefined;
  const object = callee && childInField(callee, 'object');
  const method = callee && childInField(callee, 'property');
  if (!object || !method || separator !== '') return null;
  switch (evaluator.source(method)) {
    case 'reverse': {
      const forward = elements(object, evaluator, separator);
      return forward === null ? null : reversed(forward);
    }
    case 'split':
      return evaluator.constant(object);
    default:
      return null;
  }
}

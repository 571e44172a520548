import { fromBase64, fromHex, joined, replaced, reversed, rot13 } from '../code/text-transforms.ts';
import { childInField, namedChildren, type SyntaxNode } from '../syntax/syntax-node.ts';
import { identifier } from './bindings.ts';
import type { PythonEvaluator } from './evaluator.ts';

type Texts = readonly (string | null)[];

/** Functions that only change how a text is written, by where they come from. */
const FUNCTIONS: ReadonlyMap<string, (text: string, codec: string) => string | null> = new Map([
  ['builtins.str', (text: string) => text],
  ['builtins.bytes', (text: string) => text],
  ['builtins.bytes.fromhex', fromHex],
  ['builtins.bytearray.fromhex', fromHex],
  ['binascii.unhexlify', fromHex],
  ['binascii.a2b_hex', fromHex],
  ['binascii.a2b_base64', fromBase64],
  ['base64.b64decode', fromBase64],
  ['base64.standard_b64decode', fromBase64],
  ['base64.urlsafe_b64decode', fromBase64],
  ['base64.decodebytes', fromBase64],
  ['base64.b16decode', fromHex],
  ['codecs.decode', decoded],
  ['codecs.encode', decoded],
]);

function decoded(text: string, codec: string): string | null {
  switch (codec.toLowerCase().replace(/[^a-z0-9]/g, '')) {
    case 'rot13':
      return rot13(text);
    case 'hex':
    case 'hexcodec':
      return fromHex(text);
    case 'base64':
    case 'base64codec':
      return fromBase64(text);
    default:
      return text;
  }
}

/** What a method of `str` or `bytes` gives, where that needs no run. */
function ofMethod(name: string, text: string, values: Texts): string | null {
  const [first = null, second = null] = values;
  switch (name) {
    case 'decode':
    case 'encode':
    case '__str__':
      return text;
    case 'lower':
    case 'casefold':
      return text.toLowerCase();
    case 'upper':
      return text.toUpperCase();
    case 'swapcase':
      return text.replace(/[a-z]/gi, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
    case 'strip':
    case 'lstrip':
    case 'rstrip':
      return values.length === 0 ? text.trim() : null;
    case 'replace':
      return first === null || second === null ? null : replaced(text, first, second);
    case 'removeprefix':
      return first !== null && text.startsWith(first) ? text.slice(first.length) : text;
    case 'removesuffix':
      return first !== null && text.endsWith(first)
        ? text.slice(0, -first.length || undefined)
        : text;
    case 'format': {
      const pieces = text.split('{}');
      if (pieces.length !== values.length + 1) return null;
      return joined(
        pieces.flatMap((piece, index) => [
          piece,
          values[index] ?? (index < values.length ? null : ''),
        ]),
      );
    }
    default:
      return null;
  }
}

export function constantOfCall(node: SyntaxNode, evaluator: PythonEvaluator): string | null {
  const callee = childInField(node, 'function');
  const list = childInField(node, 'arguments');
  if (callee === undefined || list === undefined) return null;
  const values = namedChildren(list);
  const path = evaluator.path(callee);
  if (path === 'builtins.chr') return characters(values, evaluator);
  const transform = path === null ? undefined : FUNCTIONS.get(path);
  const [first, second] = values;
  if (transform !== undefined && first !== undefined) {
    const text = elementsOf(first, evaluator);
    const codec = second === undefined ? null : evaluator.constant(second);
    return text === null ? null : transform(text, codec ?? '');
  }
  const object = callee.type === 'attribute' ? childInField(callee, 'object') : undefined;
  const method = callee.type === 'attribute' ? childInField(callee, 'attribute') : undefined;
  const receiver = object && evaluator.constant(object);
  if (typeof receiver !== 'string' || method === undefined) return null;
  const name = identifier(evaluator.source(method));
  if (name === 'join' && first !== undefined) return elementsOf(first, evaluator, receiver);
  return ofMethod(
    name,
    receiver,
    values.map((value) => evaluator.constant(value)),
  );
}

/** The characters that numbers stand for. */
function characters(values: readonly SyntaxNode[], evaluator: PythonEvaluator): string | null {
  return joined(
    values.map((value) => {
      const number = wholeNumber(value, evaluator);
      return number !== null && number >= 0 && number <= 0x10ffff
        ? String.fromCodePoint(number)
        : null;
    }),
  );
}

function wholeNumber(node: SyntaxNode, evaluator: PythonEvaluator): number | null {
  if (node.type === 'integer') {
    const number = Number(
      evaluator
        .source(node)
        .replace(/_/g, '')
        .replace(/^0+(?=\d)/, ''),
    );
    return Number.isSafeInteger(number) ? number : null;
  }
  if (node.type !== 'binary_operator') return null;
  const [left, right] = namedChildren(node);
  const [a, b] = [left, right].map((side) =>
    side !== undefined && side.type === 'integer' ? wholeNumber(side, evaluator) : null,
  );
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  switch (childInField(node, 'operator')?.type) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '^':
      return a ^ b;
    default:
      return null;
  }
}

/** The texts that an expression yields one after another, joined: a list, `map(chr, …)`, `reversed(…)`, a comprehension over `chr`. */
function elementsOf(node: SyntaxNode, evaluator: PythonEvaluator, separator = ''): string | null {
  const text = evaluator.constant(node);
  if (text !== null) return separator === '' ? text : joined([...text], separator);
  switch (node.type) {
    case 'list':
    case 'tuple': {
      const items = namedChildren(node);
      const numbers = items.length > 0 && items.every(({ type }) => type === 'integer');
      if (numbers) return characters(items, evaluator);
      return joined(
        items.map((item) => evaluator.constant(item)),
        separator,
      );
    }
    case 'call': {
      const callee = childInField(node, 'function');
      const [first, second] = namedChildren(childInField(node, 'arguments') ?? node);
      const path = callee && evaluator.path(callee);
      if (path === 'builtins.reversed' && first !== undefined) {
        const forward = elementsOf(first, evaluator);
        return forward === null ? null : reversed(forward);
      }
      const mapped = path === 'builtins.map' && first && evaluator.path(first) === 'builtins.chr';
      return mapped && second !== undefined ? elementsOf(second, evaluator) : null;
    }
    case 'generator_expression':
    case 'list_comprehension': {
      const body = childInField(node, 'body');
      const callee = body && childInField(body, 'function');
      const clause = node.children.find(({ type }) => type === 'for_in_clause');
      const numbers = clause && childInField(clause, 'right');
      const ofCharacters = callee !== undefined && evaluator.path(callee) === 'builtins.chr';
      return ofCharacters && numbers !== undefined ? elementsOf(numbers, evaluator) : null;
    }
    default:
      return null;
  }
}

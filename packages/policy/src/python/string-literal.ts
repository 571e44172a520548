import { joined } from '../code/text-transforms.ts';
import { childInField, type SyntaxNode } from '../syntax/syntax-node.ts';
import type { PythonEvaluator } from './evaluator.ts';

const ESCAPE =
  /\\(?:\r?\n|x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|N\{[^}]*\}|([0-7]{1,3})|([^]))/gi;

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** Stands for a character that is named (`\N{…}`), of which no table is kept. */
const UNNAMED = '\uFFFD';

function unescaped(text: string): string {
  return text.replace(
    ESCAPE,
    (whole, hex?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return codePoint(parseInt(digits, 16));
      if (octal !== undefined) return codePoint(parseInt(octal, 8));
      if (letter !== undefined) return SIMPLE_ESCAPES[letter] ?? whole;
      return whole.startsWith('\\N') ? UNNAMED : '';
    },
  );
}

function codePoint(value: number): string {
  return value <= 0x10ffff ? String.fromCodePoint(value) : UNNAMED;
}

/** The text of a literal, of an f-string too where all its parts are known. */
export function literalText(node: SyntaxNode, evaluator: PythonEvaluator): string | null {
  const opening = node.children.find(({ type }) => type === 'string_start');
  const raw = opening !== undefined && /r/i.test(evaluator.source(opening));
  const formatted = opening !== undefined && /[ft]/i.test(evaluator.source(opening));
  return joined(
    node.children.map((part) => {
      switch (part.type) {
        case 'string_content': {
          const text = evaluator.source(part);
          const plain = raw ? text : unescaped(text);
          return formatted ? plain.replace(/\{\{|\}\}/g, (pair) => pair.charAt(0)) : plain;
        }
        case 'interpolation': {
          const expression = childInField(part, 'expression');
          const plain = !part.children.some(({ type }) => type.startsWith('format_spec'));
          return expression && plain ? evaluator.constant(expression) : null;
        }
        default:
          return '';
      }
    }),
  );
}

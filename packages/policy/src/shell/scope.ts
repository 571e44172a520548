import { MAX_TEXT } from '../code/text-transforms.ts';
import { childInField, type SyntaxNode, type SyntaxTree } from '../syntax/syntax-node.ts';
import { constantOutput } from './simple-pipeline.ts';
import { UNKNOWN, expandWord, type WordScope } from './words.ts';

/** How far variables are followed through one another. */
const MAX_DEPTH = 20;

/** Variables with a value of their own in a session; the home directory is written `~`. */
const PRESET: Readonly<Record<string, string>> = {
  HOME: '~',
  IFS: ' ',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  '@': '',
  '*': '',
  '0': '$0',
};

export interface ShellScope extends WordScope {
  /** Variables that `read` fills. */
  readonly inputs: ReadonlySet<string>;
}

interface Assignment {
  readonly appends: boolean;
  readonly value: string;
}

function withoutLastLineBreaks(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= 1;
  return text.slice(0, end);
}

/** The variables of a cell, wherever in it they are assigned. */
export function createShellScope(source: string, tree: SyntaxTree): ShellScope {
  const assignments = new Map<string, Assignment[]>();
  const changing = new Set<string>();
  const inputs = new Set<string>(['REPLY']);
  const text = (node: SyntaxNode) => source.slice(node.start, node.end);
  for (const node of tree) {
    if (node.type === 'variable_assignment') {
      const [name, value] = [childInField(node, 'name'), childInField(node, 'value')];
      if (name?.type !== 'variable_name') continue;
      const known = assignments.get(text(name)) ?? [];
      known.push({
        appends: node.children.some(({ type }) => type === '+='),
        value: value === undefined ? '' : text(value),
      });
      assignments.set(text(name), known);
    } else if (node.type === 'for_statement') {
      const name = childInField(node, 'variable');
      if (name) changing.add(text(name));
    } else if (node.type === 'command' && /^(read|mapfile|readarray)\s/.test(text(node))) {
      for (const [, name] of text(node).matchAll(/\s([A-Za-z_]\w*)/g)) if (name) inputs.add(name);
    }
  }

  let depth = 0;
  const known = new Map<string, string>();
  const valueOf = (name: string): string => {
    const list = assignments.get(name);
    if (changing.has(name) || inputs.has(name)) return UNKNOWN;
    if (list === undefined) return PRESET[name] ?? UNKNOWN;
    if (list.some(({ appends }, index) => appends !== index > 0)) return UNKNOWN;
    const value = list.map((part) => expandWord(part.value, scope).join(' ')).join('');
    return value.length > MAX_TEXT ? UNKNOWN : value;
  };
  const scope: ShellScope = {
    inputs,
    variable(name) {
      const before = known.get(name);
      if (before !== undefined) return before;
      if (depth >= MAX_DEPTH) return UNKNOWN;
      known.set(name, UNKNOWN);
      depth += 1;
      const value = valueOf(name);
      depth -= 1;
      known.set(name, value);
      return value;
    },
    output(code) {
      if (depth >= MAX_DEPTH) return UNKNOWN;
      depth += 1;
      const value = constantOutput(code, scope);
      depth -= 1;
      return value === null ? UNKNOWN : withoutLastLineBreaks(value);
    },
  };
  return scope;
}

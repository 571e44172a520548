/** Kinds of code that have a colour of their own, each a `--syntax-…` of the page's tokens. */
export const SYNTAX_KINDS = ['keyword', 'string', 'number', 'comment', 'type', 'variable'] as const;
export type SyntaxKind = (typeof SYNTAX_KINDS)[number];

/** The start of Monaco's token names, which are what its grammars and its themes share. */
const TOKEN_PREFIXES: readonly (readonly [prefix: string, kind: SyntaxKind])[] = [
  ['keyword', 'keyword'],
  ['string', 'string'],
  ['regexp', 'string'],
  ['number', 'number'],
  ['comment', 'comment'],
  ['type', 'type'],
  ['tag', 'type'],
  ['attribute.name', 'variable'],
  ['variable', 'variable'],
];

export function syntaxKindOf(token: string): SyntaxKind | null {
  return TOKEN_PREFIXES.find(([prefix]) => token.startsWith(prefix))?.[1] ?? null;
}

/** The rules of a Monaco theme, with the colour of each kind. */
export function syntaxRules(
  colorOf: (kind: SyntaxKind) => string,
): { token: string; foreground: string }[] {
  return TOKEN_PREFIXES.map(([token, kind]) => ({ token, foreground: colorOf(kind) }));
}

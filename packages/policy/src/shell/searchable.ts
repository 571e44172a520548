/** Quotes, escapes, and expansions that give nothing: what a word can be cut with and stay the same. */
const CUTS = /(?<!\$)['"]|\\\n?|\$[@*]|\$\{[@*]\}|\$\{IFS\}|\$IFS\b/g;

export function withoutQuotes(code: string): string {
  return code.replace(CUTS, (cut) => (cut.includes('IFS') ? ' ' : ''));
}

const BRACE_COMMAND = /((?:^|[;&|(\n])[^\S\n]*)\{([^\s{},'"]+(?:,[^\s{},'"]*)+)\}(?=\s|$|[;&|)])/g;

/** A cell with commands such as `{rm,-rf,/}`, which the grammar does not know, written as words of the same length. */
export function plainCommands(code: string): string {
  return code.replace(
    BRACE_COMMAND,
    (_whole, before: string, words: string) => `${before} ${words.replaceAll(',', ' ')} `,
  );
}

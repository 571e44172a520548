import type { SyntaxKind } from './syntax.ts';

/** A piece of a line of code, and its kind where that has a colour. */
export interface CodePiece {
  readonly text: string;
  readonly kind: SyntaxKind | null;
}

/** Longer code is shown without colours, since all of it is coloured at once. */
const LONGEST_COLOURED = 50_000;

/** The lines of `code` in coloured pieces; null where it stays plain. */
export async function highlight(
  code: string,
  monacoLanguage: string,
): Promise<readonly (readonly CodePiece[])[] | null> {
  if (code.length > LONGEST_COLOURED) return null;
  const [{ getMonaco }, { syntaxKindOf }] = await Promise.all([
    import('./monaco.ts'),
    import('./syntax.ts'),
  ]);
  const { editor } = getMonaco();
  // Grammars are loaded on first use, and only this waits for them.
  await editor.colorize('', monacoLanguage, {});
  const lines = code.split(/\r\n|\r|\n/);
  return editor.tokenize(code, monacoLanguage).map((tokens, index) => {
    const line = lines[index] ?? '';
    return tokens.map(({ offset, type }, at) => ({
      text: line.slice(offset, tokens[at + 1]?.offset ?? line.length),
      kind: syntaxKindOf(type),
    }));
  });
}

export const GRAMMARS = ['python', 'javascript', 'typescript', 'bash'] as const;
export type Grammar = (typeof GRAMMARS)[number];

/** Where the wasm of the parser and of its grammars comes from. Each file is asked for at most once. */
export interface GrammarLoader {
  /** The bytes of `web-tree-sitter.wasm`. */
  runtime(): Promise<Uint8Array>;
  /** The bytes of `tree-sitter-<grammar>.wasm`. */
  grammar(grammar: Grammar): Promise<Uint8Array>;
}

/** Where a page finds the wasm files, as its bundler put them. */
export interface GrammarUrls extends Readonly<Record<Grammar, string | URL>> {
  readonly runtime: string | URL;
}

/** Loads the wasm over HTTP; for browsers. */
export function fetchGrammars(urls: GrammarUrls): GrammarLoader {
  return {
    runtime: () => fetchBytes(urls.runtime),
    grammar: (grammar) => fetchBytes(urls[grammar]),
  };
}

async function fetchBytes(url: string | URL): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${String(url)} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

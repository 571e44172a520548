import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Grammar, GrammarLoader } from '../syntax/grammar-loader.ts';

/** Loads the wasm out of the installed packages of the parser and its grammars. */
export function nodeGrammars(): GrammarLoader {
  const require = createRequire(import.meta.url);
  const files: Readonly<Record<Grammar, () => string>> = {
    python: () => require.resolve('tree-sitter-python/tree-sitter-python.wasm'),
    javascript: () => require.resolve('tree-sitter-javascript/tree-sitter-javascript.wasm'),
    typescript: () => require.resolve('tree-sitter-typescript/tree-sitter-typescript.wasm'),
    bash: () => require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'),
  };
  return {
    runtime: () => readFile(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: (grammar) => readFile(files[grammar]()),
  };
}

import { Language, Parser, Query } from 'web-tree-sitter';
import type { Grammar, GrammarLoader } from './grammar-loader.ts';
import { copyTree, type SyntaxTree } from './syntax-node.ts';

/** A place that a tree query captured. */
export interface QueryHit {
  readonly start: number;
  readonly end: number;
}

/** A grammar that is loaded, and so parses at once. */
export interface LoadedGrammar {
  /** The syntax tree, also of code with errors; null when it nests too deep to follow. */
  parse(source: string): SyntaxTree | null;
  /**
   * The places a tree query finds: those it captures as `@found`, or else its first captures.
   * @throws Error when the query is not one of this grammar.
   */
  query(source: string, query: string): readonly QueryHit[];
}

/** Loads grammars when they are first needed and keeps them. */
export interface Parsers {
  /** The grammar when it is there, else a promise of it. A load that failed is tried again. */
  get(grammar: Grammar): LoadedGrammar | Promise<LoadedGrammar>;
}

let runtime: Promise<void> | undefined;

/** The parser's runtime is one to a process, whoever loads it first. */
async function startRuntime(loader: GrammarLoader): Promise<void> {
  runtime ??= loader
    .runtime()
    .then((wasmBinary) => Parser.init({ wasmBinary }))
    .catch((error: unknown) => {
      runtime = undefined;
      throw error;
    });
  await runtime;
}

async function load(loader: GrammarLoader, grammar: Grammar): Promise<LoadedGrammar> {
  const [bytes] = await Promise.all([loader.grammar(grammar), startRuntime(loader)]);
  const language = await Language.load(bytes);
  const parser = new Parser();
  parser.setLanguage(language);
  const queries = new Map<string, Query>();
  const compiled = (text: string): Query => {
    const query = queries.get(text) ?? new Query(language, text);
    queries.set(text, query);
    return query;
  };
  const parse = (source: string) => {
    const tree = parser.parse(source);
    if (tree === null) throw new Error(`the ${grammar} grammar gave no tree`);
    return tree;
  };
  return {
    parse(source) {
      const tree = parse(source);
      try {
        return copyTree(tree);
      } finally {
        tree.delete();
      }
    },
    query(source, text) {
      const query = compiled(text);
      const tree = parse(source);
      try {
        return query.matches(tree.rootNode).flatMap(({ captures }) => {
          const found = captures.find(({ name }) => name === 'found') ?? captures[0];
          return found === undefined
            ? []
            : [{ start: found.node.startIndex, end: found.node.endIndex }];
        });
      } finally {
        tree.delete();
      }
    },
  };
}

export function createParsers(loader: GrammarLoader): Parsers {
  const loaded = new Map<Grammar, LoadedGrammar>();
  const loading = new Map<Grammar, Promise<LoadedGrammar>>();
  const start = (grammar: Grammar): Promise<LoadedGrammar> => {
    const promise = load(loader, grammar)
      .then((ready) => {
        loaded.set(grammar, ready);
        return ready;
      })
      .finally(() => loading.delete(grammar));
    loading.set(grammar, promise);
    return promise;
  };
  return {
    get: (grammar) => loaded.get(grammar) ?? loading.get(grammar) ?? start(grammar),
  };
}

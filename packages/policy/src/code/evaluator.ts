import type { SyntaxNode } from '../syntax/syntax-node.ts';
import { MAX_TEXT } from './text-transforms.ts';

/** How far expressions are followed. Real code needs a handful of steps; a hostile cell may ask for thousands. */
const MAX_DEPTH = 200;

/** What can be told of a cell's expressions without running it. */
export interface Evaluator<Bindings> {
  /** What the names of the cell are bound to. */
  readonly bindings: Bindings;
  /** The source of a node. */
  source(node: SyntaxNode): string;
  /** The text an expression is sure to have (bytes as Latin-1), or null. */
  constant(node: SyntaxNode): string | null;
  /** Where the value of an expression comes from, as a dotted path (`os.system`), or null. */
  path(node: SyntaxNode): string | null;
  /** The same of a name of the cell's own scope. */
  pathOfName(name: string): string | null;
}

type Step<Bindings, Key> = (key: Key, evaluator: Evaluator<Bindings>) => string | null;

/** How one language answers the questions. */
export interface EvaluatorSteps<Bindings> {
  readonly constantOf: Step<Bindings, SyntaxNode>;
  readonly pathOf: Step<Bindings, SyntaxNode>;
  readonly pathOfName: Step<Bindings, string>;
}

export function createEvaluator<Bindings>(
  source: string,
  bindings: Bindings,
  steps: EvaluatorSteps<Bindings>,
): Evaluator<Bindings> {
  let depth = 0;
  /** Each question is answered once; one that is asked while it is being answered has no answer. */
  const followed = <Key>(step: Step<Bindings, Key>) => {
    const known = new Map<Key, string | null>();
    return (key: Key): string | null => {
      const before = known.get(key);
      if (before !== undefined) return before;
      if (depth >= MAX_DEPTH) return null;
      known.set(key, null);
      depth += 1;
      const value = step(key, evaluator);
      depth -= 1;
      const kept = value !== null && value.length > MAX_TEXT ? null : value;
      known.set(key, kept);
      return kept;
    };
  };
  const evaluator: Evaluator<Bindings> = {
    bindings,
    source: (node) => source.slice(node.start, node.end),
    constant: followed(steps.constantOf),
    path: followed(steps.pathOf),
    pathOfName: followed(steps.pathOfName),
  };
  return evaluator;
}

import { createEvaluator, type Evaluator } from '../code/evaluator.ts';
import type { SyntaxTree } from '../syntax/syntax-node.ts';
import { collectBindings, type Bindings } from './bindings.ts';
import { constantOf } from './constants.ts';
import { pathOf, pathOfName } from './paths.ts';

export type JavaScriptEvaluator = Evaluator<Bindings>;

export function createJavaScriptEvaluator(source: string, tree: SyntaxTree): JavaScriptEvaluator {
  return createEvaluator(source, collectBindings(source, tree), { constantOf, pathOf, pathOfName });
}

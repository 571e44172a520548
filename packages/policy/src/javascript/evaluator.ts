import { createEvaluator, type Evaluator } from '../code/evaluator.ts';
import type { SyntaxNode } from '../syntax/syntax-node.ts';
import { collectBindings, type Bindings } from './bindings.ts';
import { constantOf } from './constants.ts';
import { pathOf, pathOfName } from './paths.ts';

export type JavaScriptEvaluator = Evaluator<Bindings>;

export function createJavaScriptEvaluator(source: string, root: SyntaxNode): JavaScriptEvaluator {
  return createEvaluator(source, collectBindings(source, root), { constantOf, pathOf, pathOfName });
}

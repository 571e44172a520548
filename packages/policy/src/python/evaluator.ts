import { createEvaluator, type Evaluator } from '../code/evaluator.ts';
import type { SyntaxTree } from '../syntax/syntax-node.ts';
import { collectBindings, type Bindings } from './bindings.ts';
import { constantOf } from './constants.ts';
import { pathOf, pathOfName } from './paths.ts';

export type PythonEvaluator = Evaluator<Bindings>;

export function createPythonEvaluator(source: string, tree: SyntaxTree): PythonEvaluator {
  return createEvaluator(source, collectBindings(source, tree), { constantOf, pathOf, pathOfName });
}

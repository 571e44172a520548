import type { NestedCode } from '../code/facts.ts';
import type { SyntaxTree } from '../syntax/syntax-node.ts';
import { shellCommands, type ShellCommand } from './commands.ts';
import { nestedInCommand, nestedInPipeline } from './nested-code.ts';
import { shellPipelines, type ShellPipeline } from './pipelines.ts';
import { createShellScope } from './scope.ts';

/** What a cell of shell code does, as far as its text tells. */
export interface ShellFacts {
  readonly source: string;
  readonly tree: SyntaxTree;
  readonly commands: readonly ShellCommand[];
  readonly pipelines: readonly ShellPipeline[];
  readonly nested: readonly NestedCode[];
  /** Variables that `read` fills. */
  readonly inputs: ReadonlySet<string>;
}

export function shellFacts(source: string, tree: SyntaxTree): ShellFacts {
  const scope = createShellScope(source, tree);
  const commands = shellCommands(source, tree, scope);
  const pipelines = shellPipelines(tree, commands);
  return {
    source,
    tree,
    commands,
    pipelines,
    nested: [...commands.flatMap(nestedInCommand), ...pipelines.flatMap(nestedInPipeline)],
    inputs: scope.inputs,
  };
}

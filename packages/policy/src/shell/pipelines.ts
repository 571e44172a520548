import type { Place } from '../rules/rule.ts';
import { type SyntaxNode, type SyntaxTree } from '../syntax/syntax-node.ts';
import type { ShellCommand } from './commands.ts';

/** Commands that each read what the one before writes. */
export interface ShellPipeline extends Place {
  readonly node: SyntaxNode;
  /** The command of each stage; undefined for a stage that is more than one command. */
  readonly stages: readonly (ShellCommand | undefined)[];
}

export function shellPipelines(
  tree: SyntaxTree,
  commands: readonly ShellCommand[],
): ShellPipeline[] {
  const commandOf = new Map(commands.map((command) => [command.node, command]));
  const pipelines: ShellPipeline[] = [];
  for (const node of tree) {
    if (node.type !== 'pipeline') continue;
    const stages = node.children
      .filter(({ named, type }) => named && type !== 'comment')
      .map((stage) => {
        const inner =
          stage.type === 'redirected_statement'
            ? stage.children.find(({ field }) => field === 'body')
            : stage;
        return inner && commandOf.get(inner);
      });
    pipelines.push({ node, start: node.start, end: node.end, stages });
  }
  return pipelines;
}

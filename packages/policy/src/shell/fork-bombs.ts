import type { Match } from '../rules/rule.ts';
import { type SyntaxNode, type SyntaxTree } from '../syntax/syntax-node.ts';
import type { ShellFacts } from './facts.ts';
import { selfStartingFunctions, selfStartingScripts } from './self-starting.ts';
import { backgroundedNodes, isEndlessLoop } from './structure.ts';

/** What makes processes without end: functions and scripts that start themselves, and loops that only start. */
export function forkBombs({ source, tree, commands }: ShellFacts): Match[] {
  const backgrounded = backgroundedNodes(tree);
  const names = new Map(commands.map((command) => [command.node, command.name]));
  return [
    ...selfStartingFunctions(source, tree, commands, backgrounded),
    ...selfStartingScripts(commands, backgrounded),
    ...endlessStarts(source, tree, names, backgrounded),
    ...scriptsThatFork(commands),
  ];
}

/** Commands that take no time worth the name. */
const INSTANT = /^(?::|true|echo|printf|let|declare|export)$/;

/** `while true; do x & done`, with nothing in the loop that takes time. */
function endlessStarts(
  source: string,
  tree: SyntaxTree,
  names: ReadonlyMap<SyntaxNode, string>,
  backgrounded: ReadonlySet<SyntaxNode>,
): Match[] {
  const matches: Match[] = [];
  for (const loop of tree) {
    if (!/^(?:while_statement|c_style_for_statement)$/.test(loop.type)) continue;
    const body = loop.children.find(({ field }) => field === 'body');
    if (!body || !isEndlessLoop(source, loop)) continue;
    const statements = body.children.filter(({ named, type }) => named && type !== 'comment');
    const takesTime = statements.some(
      (statement) =>
        !backgrounded.has(statement) &&
        statement.type !== 'variable_assignment' &&
        !INSTANT.test(names.get(statement) ?? 'unknown'),
    );
    if (!takesTime && statements.some((statement) => backgrounded.has(statement))) {
      matches.push({ start: loop.start, end: loop.end, subject: 'a loop that only starts them' });
    }
  }
  return matches;
}

/** `perl -e 'fork while 1'` and its like. */
function scriptsThatFork(commands: ShellFacts['commands']): Match[] {
  return commands.flatMap(({ name, args, start, end }) =>
    /^(?:perl|ruby)/.test(name) &&
    args.some((word) => /\bfork\b[^;]*\bwhile\b|\b(?:while|loop)\b[^]*\bfork\b/.test(word))
      ? [{ start, end, subject: `\`${name}\` forks in a loop` }]
      : [],
  );
}

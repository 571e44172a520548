import type { Match } from '../rules/rule.ts';
import { ancestors, type SyntaxNode, type SyntaxTree } from '../syntax/syntax-node.ts';
import { functionName, type ShellCommand } from './commands.ts';
import { enclosingFunction, isConditional, isStarted } from './structure.ts';

/** A call from one function of the cell to another, or to itself, that is made whenever the first one runs. */
interface FunctionCall {
  readonly node: SyntaxNode;
  readonly from: string;
  readonly to: string;
  readonly pipeline: SyntaxNode | undefined;
}

/** Functions that start themselves again without waiting: in the background, or at both ends of a pipe. */
export function selfStartingFunctions(
  source: string,
  tree: SyntaxTree,
  commands: readonly ShellCommand[],
  backgrounded: ReadonlySet<SyntaxNode>,
): Match[] {
  const definitions = new Map<string, SyntaxNode>();
  for (const node of tree) {
    if (node.type === 'function_definition') definitions.set(functionName(source, node), node);
  }
  if (definitions.size === 0) return [];
  const calls = unconditionalCalls(source, commands, definitions);
  const reachable = reachability(calls);
  const back = calls.filter(({ from, to }) => reachable(to).has(from));
  const perPipeline = new Map<SyntaxNode, number>();
  for (const { pipeline } of back) {
    if (pipeline) perPipeline.set(pipeline, (perPipeline.get(pipeline) ?? 0) + 1);
  }
  const started = back.filter(
    ({ node, pipeline }) =>
      isStarted(node, backgrounded) || (pipeline && (perPipeline.get(pipeline) ?? 0) > 1),
  );
  return [...new Set(started.map(({ from }) => from))].flatMap((name) => {
    const definition = definitions.get(name);
    return definition
      ? [
          {
            start: definition.start,
            end: definition.end,
            subject: `\`${name}\` starts itself again`,
          },
        ]
      : [];
  });
}

function unconditionalCalls(
  source: string,
  commands: readonly ShellCommand[],
  definitions: ReadonlyMap<string, SyntaxNode>,
): FunctionCall[] {
  const guarded = new Set<SyntaxNode>();
  for (const { name, node } of commands) {
    const around = /^(?:return|exit|break)$/.test(name) ? enclosingFunction(node) : undefined;
    if (around) guarded.add(around);
  }
  return commands.flatMap(({ node, words: [to = ''] }) => {
    const around = definitions.has(to) ? enclosingFunction(node) : undefined;
    if (!around || guarded.has(around) || isConditional(source, node, around)) return [];
    return [{ node, from: functionName(source, around), to, pipeline: enclosingPipeline(node) }];
  });
}

function enclosingPipeline(node: SyntaxNode): SyntaxNode | undefined {
  for (const around of ancestors(node)) {
    if (around.type === 'pipeline') return around;
    if (around.type === 'function_definition') return undefined;
  }
  return undefined;
}

/** The functions that a function calls, itself counted, directly or through others. */
function reachability(calls: readonly FunctionCall[]): (from: string) => ReadonlySet<string> {
  const callees = new Map<string, Set<string>>();
  for (const { from, to } of calls) callees.set(from, (callees.get(from) ?? new Set()).add(to));
  const known = new Map<string, ReadonlySet<string>>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before;
    const seen = new Set([from]);
    for (const name of seen) for (const callee of callees.get(name) ?? []) seen.add(callee);
    known.set(from, seen);
    return seen;
  };
}

/** `$0 & $0`, `bash $0 | bash $0`: a script that starts itself at least twice. */
export function selfStartingScripts(
  commands: readonly ShellCommand[],
  backgrounded: ReadonlySet<SyntaxNode>,
): Match[] {
  const own = commands.filter(
    ({ words, source }) => words.slice(0, 2).includes('$0') || /^"?\$\{?BASH_SOURCE\b/.test(source),
  );
  const spread = own.some(({ node }) => isStarted(node, backgrounded) || enclosingPipeline(node));
  const [first] = own;
  return first !== undefined && own.length > 1 && spread
    ? [{ start: first.start, end: first.end, subject: 'the script starts itself again' }]
    : [];
}

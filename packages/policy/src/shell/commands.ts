import type { Place } from '../rules/rule.ts';
import { childInField, type SyntaxNode, type SyntaxTree } from '../syntax/syntax-node.ts';
import type { ShellScope } from './scope.ts';
import { expandWord } from './words.ts';
import { effectiveCommand, type EffectiveCommand } from './wrappers.ts';

export interface ShellRedirect extends Place {
  /** `>`, `<`, `>>`, `&>` and so on. */
  readonly operator: string;
  readonly target: string;
}

/** One simple command, its words expanded as far as the cell tells; see `UNKNOWN`. */
export interface ShellCommand extends Place, EffectiveCommand {
  readonly node: SyntaxNode;
  readonly words: readonly string[];
  readonly redirects: readonly ShellRedirect[];
  /** Its source, without what it is fed. */
  readonly source: string;
  /** What a here-document or here-string feeds it; null when there is none. */
  readonly input: string | null;
}

/** All simple commands of a cell, those inside functions and substitutions too, in the order of the text. */
export function shellCommands(source: string, tree: SyntaxTree, scope: ShellScope): ShellCommand[] {
  const commands: ShellCommand[] = [];
  for (const node of tree) {
    if (node.type !== 'command') continue;
    const outer = node.parent?.type === 'redirected_statement' ? node.parent : undefined;
    const redirectNodes = [...node.children, ...(outer?.children ?? [])].filter(
      ({ field }) => field === 'redirect',
    );
    const parts = node.children.filter(({ field }) => field === 'name' || field === 'argument');
    const words = [
      ...mergeTouching(source, parts),
      ...redirectNodes.flatMap((redirect) =>
        destinations(redirect)
          .slice(1)
          .map((at) => text(source, at)),
      ),
    ].flatMap((word) => expandWord(word, scope));
    commands.push({
      node,
      start: node.start,
      end: node.end,
      source: text(source, node),
      words,
      ...effectiveCommand(words),
      redirects: redirectNodes.flatMap((redirect) => redirectOf(source, redirect, scope)),
      input: inputOf(source, node, redirectNodes, scope),
    });
  }
  return commands;
}

function text(source: string, { start, end }: Place): string {
  return source.slice(start, end);
}

/** The words of a command; the grammar at times gives one word as two nodes, with an escape between them or nothing. */
function mergeTouching(source: string, nodes: readonly SyntaxNode[]): string[] {
  const words: { start: number; end: number }[] = [];
  for (const { start, end } of nodes) {
    const last = words.at(-1);
    const gap = last === undefined ? ' ' : source.slice(last.end, start);
    if (last !== undefined && /^(?:\\[^\n])*$/.test(gap)) last.end = end;
    else words.push({ start, end });
  }
  return words.map((word) => text(source, word));
}

function destinations(redirect: SyntaxNode): SyntaxNode[] {
  return redirect.children.filter(({ field }) => field === 'destination');
}

function redirectOf(source: string, redirect: SyntaxNode, scope: ShellScope): ShellRedirect[] {
  const [destination] = destinations(redirect);
  if (redirect.type !== 'file_redirect' || destination === undefined) return [];
  const operator = redirect.children.find(({ named, type }) => !named && /[<>]/.test(type));
  const [target = ''] = expandWord(text(source, destination), scope);
  return [
    {
      start: redirect.start,
      end: redirect.end,
      operator: operator?.type ?? text(source, redirect).replace(/^\d*([<>&|]+)[^]*$/, '$1'),
      target,
    },
  ];
}

/** What feeds a command: its own here-string or here-document, or the one of the pipeline that it ends. */
function inputOf(
  source: string,
  node: SyntaxNode,
  redirects: readonly SyntaxNode[],
  scope: ShellScope,
): string | null {
  const pipedFrom = node.parent?.type === 'pipeline' ? node.parent.parent : node.parent;
  const around = pipedFrom?.type === 'heredoc_redirect' ? [pipedFrom] : [];
  for (const redirect of [...redirects, ...around]) {
    if (redirect.type === 'heredoc_redirect') {
      const body = redirect.children.find(({ type }) => type === 'heredoc_body');
      if (body) return text(source, body);
    }
    const word =
      redirect.type === 'herestring_redirect' && redirect.children.find(({ named }) => named);
    if (word) return expandWord(text(source, word), scope).join(' ');
  }
  return null;
}

export function functionName(source: string, definition: SyntaxNode): string {
  const name = childInField(definition, 'name');
  return name === undefined ? '' : text(source, name);
}

import type { SyntaxNode } from '../syntax/syntax-node.ts';
import type { ShellCommand } from './commands.ts';
import { runsStandardInput, scriptHost } from './interpreters.ts';

/** The parts of a command whose text, or whose output, it runs as code. */
export function codeNodes(source: string, command: ShellCommand): readonly SyntaxNode[] {
  const { node, name } = command;
  const words = node.children.filter(({ field }) => field === 'argument');
  if (name === 'eval') return words;
  const text = ({ start, end }: SyntaxNode) => source.slice(start, end);
  const host = scriptHost(name);
  const own = words.findIndex((word) => text(word).endsWith(name)) + 1;
  if (host === undefined) {
    return /^(?:source|\.)$/.test(name) ? words.slice(own, own + 1) : [];
  }
  const option = words.findIndex((word) => host.code.test(text(word)));
  if (option !== -1) return words.slice(option + 1, option + 2);
  const [operand] = words.slice(own).filter((word) => !/^[-+]/.test(text(word)));
  if (operand?.type === 'process_substitution') return [operand];
  if (runsStandardInput(command) === undefined) return [];
  const outer = node.parent?.type === 'redirected_statement' ? node.parent : node;
  return outer.children.filter(({ field }) => field === 'redirect');
}

import type { LaunchRequest } from '@repltool/core';

/** What a mode's rules say of Python. */
export type PythonRules = Pick<LaunchRequest['rules'], 'imports' | 'members'>;

/** The driver's argument: what it holds cells to in strict mode. Modes without such rules have none. */
export function strictArguments({ imports, members }: PythonRules): string[] {
  const rules = { imports: imports?.['python'], members: members?.['python'] };
  return rules.imports && rules.members ? [JSON.stringify(rules)] : [];
}

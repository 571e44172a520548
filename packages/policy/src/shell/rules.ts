import type { Rule } from '../rules/rule.ts';
import { DESTRUCTIVE_RULES } from './destructive-rules.ts';
import type { ShellFacts } from './facts.ts';
import { REMOTE_CODE_RULES } from './remote-code-rules.ts';
import { SHELL_STRICT_RULES } from './strict-rules.ts';

export const SHELL_RULES: readonly Rule<ShellFacts>[] = [
  ...DESTRUCTIVE_RULES,
  ...REMOTE_CODE_RULES,
  ...SHELL_STRICT_RULES,
];

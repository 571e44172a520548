import { JAVASCRIPT_RULES } from '../javascript/rules.ts';
import { PYTHON_RULES } from '../python/rules.ts';
import { NOT_EXAMINED } from '../rules/general-rules.ts';
import type { RuleDescription } from '../rules/rule.ts';
import { SHELL_RULES } from '../shell/rules.ts';

/** Every built-in rule, for lists and for the check of an operator's configuration. */
export const ALL_RULES: readonly RuleDescription[] = [
  ...PYTHON_RULES,
  ...JAVASCRIPT_RULES,
  ...SHELL_RULES,
  NOT_EXAMINED,
];

export { SANDBOX_MODES } from './modes/sandbox-modes.ts';
export { createPolicy, type Policy, type PolicyOptions } from './policy.ts';
export { policyConfigSchema, type CustomRule, type PolicyConfig } from './config/policy-config.ts';
export {
  fetchGrammars,
  type Grammar,
  type GrammarLoader,
  type GrammarUrls,
} from './syntax/grammar-loader.ts';
export { ALL_RULES } from './languages/all-rules.ts';
export type { RuleDescription, RuleSeverity, SeverityByMode } from './rules/rule.ts';
export { STRICT_PYTHON_MODULES } from './python/modules.ts';
export { STRICT_NODE_MODULES } from './javascript/modules.ts';

import { sandboxModeSchema, type SandboxMode } from '@repltool/protocol';
import type { PolicyConfig, SeveritySetting } from '../config/policy-config.ts';
import type { RuleDescription, RuleSeverity, SeverityByMode } from './rule.ts';

/** The modes, from the one that grants least. */
const MODES = sandboxModeSchema.options;
const WEIGHT: Readonly<Record<RuleSeverity, number>> = { off: 0, warn: 1, deny: 2 };

/** What each rule does in each mode, as the operator has it. */
export interface SeverityTable {
  of(rule: RuleDescription, mode: SandboxMode): RuleSeverity;
  /** The next mode on the way to relaxed in which the rule does less than in this one; null when there is none. */
  allowedIn(rule: RuleDescription, mode: SandboxMode): SandboxMode | null;
}

export function createSeverityTable(settings: PolicyConfig['rules']): SeverityTable {
  const severities = (rule: RuleDescription) => withSetting(rule.severity, settings[rule.id]);
  return {
    of: (rule, mode) => severities(rule)[mode],
    allowedIn(rule, mode) {
      const byMode = severities(rule);
      const laxer = MODES.slice(MODES.indexOf(mode) + 1);
      return laxer.find((other) => WEIGHT[byMode[other]] < WEIGHT[byMode[mode]]) ?? null;
    },
  };
}

/** Severities with those an operator's setting names put in their place. */
export function withSetting(
  severities: SeverityByMode,
  setting: SeveritySetting | undefined,
): SeverityByMode {
  if (setting === undefined) return severities;
  if (typeof setting === 'string') return { strict: setting, standard: setting, relaxed: setting };
  return {
    strict: setting.strict ?? severities.strict,
    standard: setting.standard ?? severities.standard,
    relaxed: setting.relaxed ?? severities.relaxed,
  };
}

import type { Finding, SandboxMode, SandboxModeRules } from '@repltool/protocol';
import { createExamination, type Examined } from './examination.ts';
import { policyConfigSchema, type PolicyConfig } from './config/policy-config.ts';
import { SANDBOX_MODES } from './modes/sandbox-modes.ts';
import { toFindings } from './rules/findings.ts';
import { createSeverityTable } from './rules/severity-table.ts';
import type { GrammarLoader } from './syntax/grammar-loader.ts';
import { createParsers } from './syntax/parsers.ts';

export interface PolicyOptions {
  /** Where the parser's wasm comes from. It is asked for when a cell first needs a syntax tree. */
  readonly grammars: GrammarLoader;
  /** How the operator changes the rules; the built-in ones when left out. */
  readonly config?: PolicyConfig;
}

/** What may run where: the mode table, and what the rules say of a cell. */
export interface Policy {
  /** The rules of a mode, as data. */
  rules(mode: SandboxMode): SandboxModeRules;
  /**
   * What the rules say of a cell before it runs, in the order of its text; empty for a language that has no rules. It
   * answers at once unless a grammar must be loaded first. A load that fails rejects, and the next check tries again.
   */
  check(
    code: string,
    language: string,
    mode: SandboxMode,
  ): readonly Finding[] | Promise<readonly Finding[]>;
}

export function createPolicy({ grammars, config }: PolicyOptions): Policy {
  const settings = config ?? policyConfigSchema.parse({});
  const severities = createSeverityTable(settings.rules);
  const examine = createExamination({
    parsers: createParsers(grammars),
    severities,
    custom: settings.custom,
  });
  return {
    rules: (mode) => SANDBOX_MODES[mode],
    check(code, language, mode) {
      const findings = (matches: Examined) => toFindings({ code, mode, matches, severities });
      const matches = examine(code, language, mode);
      return matches instanceof Promise ? matches.then(findings) : findings(matches);
    },
  };
}

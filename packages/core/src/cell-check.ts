import { ReplError, type Finding, type SandboxModeRules } from '@repltool/protocol';
import type { PolicyChecker } from './ports/policy.ts';
import type { RunnerPlugin } from './ports/runner.ts';

/** What the policy and the runner's own rules say of a cell. One at a time: one that takes long is not overtaken. */
export type CellCheck = (code: string) => Promise<readonly Finding[]>;

export function createCellCheck(
  policy: PolicyChecker,
  plugin: RunnerPlugin,
  rules: SandboxModeRules,
): CellCheck {
  let last: Promise<unknown> = Promise.resolve();

  const check = async (code: string): Promise<readonly Finding[]> => {
    const findings = await policy.check(code, plugin.language, rules.mode);
    const fromPlugin = (plugin.policyRules ?? []).flatMap((rule) => rule.check(code, rules));
    return fromPlugin.length === 0 ? findings : [...findings, ...fromPlugin];
  };

  return (code) => {
    const findings = last.then(() => check(code));
    last = findings.catch(() => undefined);
    return findings;
  };
}

/** Why a cell with these findings must not run; null when it may. */
export function denialOf(findings: readonly Finding[]): ReplError | null {
  const denials = findings.filter(({ severity }) => severity === 'deny');
  if (denials.length === 0) return null;
  const reasons = denials.map(({ message }) => message).join(' ');
  return new ReplError('MaliciousCodeDetected', reasons, { details: { findings } });
}

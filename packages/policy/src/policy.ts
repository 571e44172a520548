import type { Finding, SandboxMode, SandboxModeRules } from '@repltool/protocol';
import { SANDBOX_MODES } from './modes/sandbox-modes.ts';

/** What may run where: the mode table, and what the rules say of a cell. */
export interface Policy {
  /** The rules of a mode, as data. */
  rules(mode: SandboxMode): SandboxModeRules;
  /** What the rules say of a cell before it runs, in the order of its text. */
  check(
    code: string,
    language: string,
    mode: SandboxMode,
  ): readonly Finding[] | Promise<readonly Finding[]>;
}

export function createPolicy(): Policy {
  return {
    rules: (mode) => SANDBOX_MODES[mode],
    check: () => [],
  };
}

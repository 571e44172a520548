import type { Finding, SandboxMode, SandboxModeRules } from '@repltool/protocol';

/** What may run where. The built-in one is `@repltool/policy`. */
export interface PolicyChecker {
  /** The rules of a mode, as data. */
  rules(mode: SandboxMode): SandboxModeRules;
  /**
   * What the policy has to say of a cell before it runs; any finding of severity `deny` stops it.
   * It explains and keeps honest code honest: confinement is the sandbox's work.
   */
  check(
    code: string,
    language: string,
    mode: SandboxMode,
  ): readonly Finding[] | Promise<readonly Finding[]>;
}

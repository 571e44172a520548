import type { SandboxMode } from '@repltool/protocol';

/** What a rule does in one mode. `off`: it does not look. */
export type RuleSeverity = 'deny' | 'warn' | 'off';
export type SeverityByMode = Readonly<Record<SandboxMode, RuleSeverity>>;

/** A part of a cell, in UTF-16 offsets, the end exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A place where a rule applies, and what stands there: it fills `{subject}` in the rule's message. */
export interface Match extends Place {
  readonly subject: string;
}

/** What a rule is, apart from how it finds its matches. */
export interface RuleDescription {
  /** `<family>/<kebab-case name>`; findings and the operator's configuration name a rule by it. */
  readonly id: string;
  readonly severity: SeverityByMode;
  /** One sentence on what was found; `{subject}` stands for the text in question. */
  readonly message: string;
  /** One sentence on why that matters. */
  readonly reason: string;
  /** What the author of the cell can do instead. */
  readonly hint: string;
}

/** A rule over the facts of a syntax tree. */
export interface Rule<Facts> extends RuleDescription {
  /**
   * Regular expressions, as source text, without anchors or groups that capture. Where none of them occurs in the
   * text of a cell, the rule cannot match it. Most cells must be settled by them, for the parser never to run.
   */
  readonly triggers: readonly string[];
  find(facts: Facts): Iterable<Match>;
}

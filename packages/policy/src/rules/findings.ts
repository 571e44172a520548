import type { Finding, SandboxMode } from '@repltool/protocol';
import type { RuleMatch } from '../languages/language.ts';
import { createLineIndex } from './line-index.ts';
import type { SeverityTable } from './severity-table.ts';

/** The most findings that are worth telling of one cell. */
const MAX_FINDINGS = 50;

interface FindingsRequest {
  readonly code: string;
  readonly mode: SandboxMode;
  readonly matches: readonly RuleMatch[];
  readonly severities: SeverityTable;
}

/** Matches as findings in the order of the text; a rule says one thing of what begins at one place. */
export function toFindings({
  code,
  mode,
  matches,
  severities,
}: FindingsRequest): readonly Finding[] {
  if (matches.length === 0) return [];
  const rangeOf = createLineIndex(code);
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { rule, start, end, subject } of inOrder(matches)) {
    const severity = severities.of(rule, mode);
    const key = `${rule.id} ${start}`;
    if (severity === 'off' || seen.has(key)) continue;
    seen.add(key);
    findings.push({
      rule: rule.id,
      severity,
      message: sentence(rule.message, rule.reason, shortened(subject)),
      hint: rule.hint,
      range: rangeOf({ start, end }),
      allowed_in: severities.allowedIn(rule, mode),
    });
  }
  const denials = findings.filter(({ severity }) => severity === 'deny');
  return findings.length <= MAX_FINDINGS
    ? findings
    : [...denials, ...findings.filter(({ severity }) => severity === 'warn')].slice(
        0,
        MAX_FINDINGS,
      );
}

/** In the order of the text; of those that begin at one place, the shortest first. */
function inOrder(matches: readonly RuleMatch[]): RuleMatch[] {
  return [...matches].sort((a, b) => a.start - b.start || a.end - b.end);
}

function sentence(message: string, reason: string, subject: string): string {
  const text = message.replaceAll('{subject}', () => subject);
  return reason === '' ? text : `${text} ${reason}`;
}

function shortened(subject: string): string {
  const line = subject.replace(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}

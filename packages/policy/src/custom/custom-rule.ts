import type { CustomRule } from '../config/policy-config.ts';
import type { RuleMatch } from '../languages/language.ts';
import type { RuleDescription } from '../rules/rule.ts';
import { withSetting } from '../rules/severity-table.ts';
import type { LoadedGrammar } from '../syntax/parsers.ts';
import { type SyntaxTree } from '../syntax/syntax-node.ts';

const NOWHERE = { strict: 'off', standard: 'off', relaxed: 'off' } as const;

/** The most matches that one rule of an operator's own is given in one cell. */
const MAX_MATCHES = 20;

/** A rule of an operator's own, ready to be applied. */
export interface PreparedCustomRule {
  readonly rule: RuleDescription;
  readonly languages: ReadonlySet<string>;
  /** Whether a tree is needed to say more of the cell. */
  concerns(code: string): boolean;
  /** The matches in a cell. Without a grammar there is no telling comments and strings from code. */
  examine(code: string, grammar: LoadedGrammar | undefined): RuleMatch[];
}

export function prepareCustomRule(custom: CustomRule): PreparedCustomRule {
  const rule: RuleDescription = {
    id: custom.id,
    severity: withSetting(NOWHERE, custom.severity),
    message: custom.message,
    reason: '',
    hint: custom.hint,
  };
  const { query } = custom;
  const pattern =
    custom.pattern === undefined ? undefined : new RegExp(custom.pattern, `${custom.flags}g`);
  const found = (code: string, start: number, end: number): RuleMatch => ({
    start,
    end,
    subject: code.slice(start, end),
    rule,
  });
  return {
    rule,
    languages: new Set(custom.languages.map((name) => name.toLowerCase())),
    concerns: (code) => pattern === undefined || code.search(pattern) !== -1,
    examine(code, grammar) {
      if (pattern === undefined) {
        const hits = query === undefined ? [] : (grammar?.query(code, query) ?? []);
        return hits.slice(0, MAX_MATCHES).map(({ start, end }) => found(code, start, end));
      }
      const tree = custom.anywhere ? null : (grammar?.parse(code) ?? null);
      const matches: RuleMatch[] = [];
      for (const { index, 0: text } of code.matchAll(pattern)) {
        if (tree !== null && isTextAt(tree, index)) continue;
        matches.push(found(code, index, index + text.length));
        if (matches.length === MAX_MATCHES) break;
      }
      return matches;
    },
  };
}

const TEXT_NODES =
  /^(?:comment|string|string_content|string_fragment|raw_string|heredoc_body|regex)$/;
const CODE_IN_TEXT = /^(?:interpolation|template_substitution|expansion|command_substitution)$/;

/** Whether an offset lies in a comment or a string, and not in code within one. */
function isTextAt(tree: SyntaxTree, offset: number): boolean {
  let inText = false;
  for (const node of tree) {
    if (node.start > offset) break;
    if (node.end <= offset) continue;
    if (TEXT_NODES.test(node.type)) inText = true;
    else if (CODE_IN_TEXT.test(node.type)) inText = false;
  }
  return inText;
}

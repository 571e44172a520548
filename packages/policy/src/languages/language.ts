import type { NestedCode } from '../code/facts.ts';
import type { Match, Rule, RuleDescription } from '../rules/rule.ts';
import type { Grammar } from '../syntax/grammar-loader.ts';
import type { SyntaxTree } from '../syntax/syntax-node.ts';

/** A rule, and a place where it applies. */
export interface RuleMatch extends Match {
  readonly rule: RuleDescription;
}

/** What the rules of a language make of a cell. */
export interface Examination {
  readonly matches: readonly RuleMatch[];
  /** Code that texts in the cell hold and the cell runs. */
  readonly nested: readonly NestedCode[];
}

/** The rules of a language that are in force, ready to be applied. */
export interface Examiner {
  /** Whether the text holds anything that a rule could match. Most cells end here. */
  concerns(code: string): boolean;
  examine(code: string, tree: SyntaxTree): Examination;
}

/** A language the policy knows. */
export interface Language {
  readonly grammar: Grammar;
  /** The text to parse and to examine; every character of it stands where it stands in the cell. */
  parsable(code: string): string;
  examiner(inForce: (rule: RuleDescription) => boolean): Examiner;
}

interface LanguageDefinition<Facts extends { readonly nested: readonly NestedCode[] }> {
  readonly grammar: Grammar;
  readonly rules: readonly Rule<Facts>[];
  /** As `triggers` of a rule: where none occurs, no text of the cell is run as code. */
  readonly nestedTriggers: readonly string[];
  /** The text that triggers are looked for in, with what the language ignores in names and words removed. */
  searchable(code: string): string;
  /** The text to parse, where that is not the cell itself; every character must keep its place. */
  parsable?(code: string): string;
  facts(source: string, tree: SyntaxTree): Facts;
}

export function defineLanguage<Facts extends { readonly nested: readonly NestedCode[] }>(
  definition: LanguageDefinition<Facts>,
): Language {
  return {
    grammar: definition.grammar,
    parsable: (code) => definition.parsable?.(code) ?? code,
    examiner(inForce) {
      const rules = definition.rules.filter(inForce);
      const triggers = new Set([
        ...definition.nestedTriggers,
        ...rules.flatMap((rule) => rule.triggers),
      ]);
      const pattern = new RegExp([...triggers].join('|'));
      return {
        concerns: (code) => pattern.test(definition.searchable(code)),
        examine(code, tree) {
          const facts = definition.facts(code, tree);
          return {
            matches: rules.flatMap((rule) =>
              [...rule.find(facts)].map((match) => ({ ...match, rule })),
            ),
            nested: facts.nested,
          };
        },
      };
    },
  };
}

import type { SandboxMode } from '@repltool/protocol';
import type { NestedCode } from './code/facts.ts';
import type { CustomRule } from './config/policy-config.ts';
import { prepareCustomRule, type PreparedCustomRule } from './custom/custom-rule.ts';
import type { Examiner, Language, RuleMatch } from './languages/language.ts';
import { languageNamed } from './languages/languages.ts';
import { NOT_EXAMINED } from './rules/general-rules.ts';
import type { SeverityTable } from './rules/severity-table.ts';
import type { LoadedGrammar, Parsers } from './syntax/parsers.ts';

/** The longest text that is parsed, in UTF-16 units: the parser's time grows with it, and other sessions wait. */
const MAX_PARSED = 32_768;
/** How deep code within texts of code is followed, and how many such texts of one cell. */
const MAX_NESTING = 3;
const MAX_NESTED = 32;

export type Examined = readonly RuleMatch[];
type Later<T> = T | Promise<T>;

interface ExaminationParts {
  readonly parsers: Parsers;
  readonly severities: SeverityTable;
  readonly custom: readonly CustomRule[];
}

/** Continues at once where the value is there, so that a check waits for nothing when the grammar is loaded. */
function then<T, U>(value: Later<T>, next: (value: T) => Later<U>): Later<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Applies the rules in force to cells, and to the code that texts in them hold. */
export function createExamination({ parsers, severities, custom }: ExaminationParts) {
  const examiners = new Map<Language, Map<SandboxMode, Examiner>>();
  const customRules = custom.map(prepareCustomRule);

  const examinerOf = (language: Language, mode: SandboxMode): Examiner => {
    const byMode = examiners.get(language) ?? new Map<SandboxMode, Examiner>();
    const examiner =
      byMode.get(mode) ?? language.examiner((rule) => severities.of(rule, mode) !== 'off');
    examiners.set(language, byMode.set(mode, examiner));
    return examiner;
  };

  const byBuiltIn = (
    code: string,
    name: string,
    mode: SandboxMode,
    nesting: number,
  ): Later<Examined> => {
    const language = languageNamed(name);
    if (language === undefined) return [];
    const examiner = examinerOf(language, mode);
    if (!examiner.concerns(code)) return [];
    if (code.length > MAX_PARSED) return notExamined(code);
    return then(parsers.get(language.grammar), (grammar) => {
      const text = language.parsable(code);
      const tree = grammar.parse(text);
      if (tree === null) return notExamined(code);
      const { matches, nested } = examiner.examine(text, tree);
      if (nesting === MAX_NESTING || nested.length === 0) return matches;
      return nested
        .slice(0, MAX_NESTED)
        .reduce<Later<Examined>>(
          (before, part) =>
            then(before, (known) =>
              then(byBuiltIn(part.code, part.language, mode, nesting + 1), (inner) => [
                ...known,
                ...inner.map((match) => placedAt(match, part)),
              ]),
            ),
          matches,
        );
    });
  };

  const byCustom = (code: string, name: string, mode: SandboxMode): Later<Examined> => {
    const concerned = customRules.filter(
      (own) =>
        own.languages.has(name) && severities.of(own.rule, mode) !== 'off' && own.concerns(code),
    );
    if (concerned.length === 0) return [];
    const language = languageNamed(name);
    const apply = (grammar: LoadedGrammar | undefined) =>
      concerned.flatMap((rule: PreparedCustomRule) => rule.examine(code, grammar));
    return language === undefined || code.length > MAX_PARSED
      ? apply(undefined)
      : then(parsers.get(language.grammar), apply);
  };

  return (code: string, language: string, mode: SandboxMode): Later<Examined> => {
    const builtIn = byBuiltIn(code, language, mode, 0);
    if (customRules.length === 0) return builtIn;
    return then(builtIn, (matches) =>
      then(byCustom(code, language, mode), (own) => [...matches, ...own]),
    );
  };
}

function notExamined(code: string): RuleMatch[] {
  return [{ rule: NOT_EXAMINED, start: 0, end: code.length, subject: '' }];
}

/** A match in code that a text holds stands where the text does. */
function placedAt(match: RuleMatch, { start, end }: NestedCode): RuleMatch {
  return { ...match, start, end };
}

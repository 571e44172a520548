import { javascriptFacts } from '../javascript/facts.ts';
import { JAVASCRIPT_RULES } from '../javascript/rules.ts';
import { pythonFacts } from '../python/facts.ts';
import { PYTHON_RULES } from '../python/rules.ts';
import { shellFacts } from '../shell/facts.ts';
import { SHELL_RULES } from '../shell/rules.ts';
import { plainCommands, withoutQuotes } from '../shell/searchable.ts';
import { defineLanguage, type Language } from './language.ts';

const PYTHON = defineLanguage({
  grammar: 'python',
  rules: PYTHON_RULES,
  nestedTriggers: [
    '\\b(?:system|popen|exec|eval|subprocess|getoutput|getstatusoutput)\\b',
    '\\b(?:exec[lv]|spawn[lv]|posix_spawn)|create_subprocess|\\bpty\\b',
  ],
  searchable: (code) => (/\P{ASCII}/u.test(code) ? code.normalize('NFKC') : code),
  facts: pythonFacts,
});

const ECMASCRIPT = {
  rules: JAVASCRIPT_RULES,
  nestedTriggers: ['child_process', '\\beval\\b', '\\bFunction\\s*\\('],
  searchable: (code: string) => code,
  facts: javascriptFacts,
};
const JAVASCRIPT = defineLanguage({ grammar: 'javascript', ...ECMASCRIPT });
const TYPESCRIPT = defineLanguage({ grammar: 'typescript', ...ECMASCRIPT });

const SHELL = defineLanguage({
  grammar: 'bash',
  rules: SHELL_RULES,
  nestedTriggers: [
    '\\b(?:eval|trap|alias|su|xargs)\\b|-exec',
    '\\b(?:ba|da|z|k|mk|a|fi|rba)?sh\\b|\\b(?:python|pypy|node|bun|deno|perl|ruby|php)',
    "\\$'",
    '(?:^|[;&|({`\\n]|\\b(?:do|then|else)\\s)[^\\S\\n]*(?:\\$|`)',
  ],
  searchable: withoutQuotes,
  parsable: plainCommands,
  facts: shellFacts,
});

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ...['python', 'python3', 'py'].map((name) => [name, PYTHON] as const),
  ...['javascript', 'js', 'node', 'nodejs'].map((name) => [name, JAVASCRIPT] as const),
  ...['typescript', 'ts'].map((name) => [name, TYPESCRIPT] as const),
  ...['bash', 'shell', 'sh'].map((name) => [name, SHELL] as const),
]);

/** The rules for a language, by any of its usual names; undefined for one that has none. */
export function languageNamed(name: string): Language | undefined {
  return LANGUAGES.get(name.toLowerCase());
}

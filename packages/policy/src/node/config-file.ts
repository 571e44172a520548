import { readFile } from 'node:fs/promises';
import { ReplError } from '@repltool/protocol';
import type { PolicyConfig } from '../config/policy-config.ts';
import { languageNamed } from '../languages/languages.ts';
import { createParsers } from '../syntax/parsers.ts';
import { nodeGrammars } from './grammars.ts';
import { parsePolicyConfig, type ConfigProblem, configError } from './parse-config.ts';

/**
 * Reads an operator's policy file, YAML or JSON, and checks all of it, the tree queries of its own rules included.
 * @throws ReplError InvalidRequest with file, line and column of every fault in its message, the first in its details.
 */
export async function loadPolicyConfig(file: string): Promise<PolicyConfig> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ReplError('InvalidRequest', `${file}: the policy file cannot be read`, {
      cause: error,
      details: { file },
    });
  });
  const { config, locate } = parsePolicyConfig(text, file);
  const problems = await queryProblems(config);
  if (problems.length > 0) throw configError(file, problems, locate);
  return config;
}

async function queryProblems({ custom }: PolicyConfig): Promise<ConfigProblem[]> {
  const parsers = createParsers(nodeGrammars());
  const problems: ConfigProblem[] = [];
  for (const [index, { query, languages }] of custom.entries()) {
    for (const [at, name] of languages.entries()) {
      const language = languageNamed(name);
      if (query === undefined) continue;
      if (language === undefined) {
        const message = `a query needs a language with a grammar, which ${name} is not`;
        problems.push({ path: ['custom', index, 'languages', at], message });
        continue;
      }
      const grammar = await parsers.get(language.grammar);
      try {
        grammar.query('', query);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        problems.push({ path: ['custom', index, 'query'], message: `${name}: ${reason}` });
      }
    }
  }
  return problems;
}

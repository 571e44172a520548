import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { said } from './said.ts';

const caseSchema = z.object({
  id: z.string(),
  language: z.string(),
  mode: z.string().nullable(),
  steps: z.array(z.unknown()),
});
const stepSchema = z.looseObject({ code: z.string(), language: z.string().optional() });

const CORPUS = new URL('../../runner-testkit/corpus/cases.jsonl', import.meta.url);
const LANGUAGES: Readonly<Record<string, string>> = { any: 'python', node: 'javascript' };

interface Cell {
  readonly id: string;
  readonly language: string;
  readonly code: string;
}

/** Every cell of the corpus, however its step is written down. */
function corpusCells(): Cell[] {
  return readFileSync(CORPUS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { id, language, steps } = caseSchema.parse(JSON.parse(line));
      const cell = (code: string, own = language) => ({
        id,
        code,
        language: LANGUAGES[own] ?? own,
      });
      return steps.flatMap((step) => {
        if (typeof step === 'string') return [cell(step)];
        const parsed = stepSchema.safeParse(step);
        return parsed.success ? [cell(parsed.data.code, parsed.data.language)] : [];
      });
    });
}

/**
 * The snippets of a doctest, one for each example, of the interpreter's own library. The interpreter gathers them, since
 * none but it knows where they are.
 */
function standardLibraryExamples(): string[] {
  const script = new URL('./doctest-examples.py', import.meta.url);
  const output = execFileSync('python3', [script.pathname], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return z.array(z.string()).parse(JSON.parse(output));
}

/** All the policy says of honest code in standard mode: what it uses that the table of the modes keeps for relaxed. */
const REMARKS = /^warn (?:python|javascript)\/(?:process-creation|native-code|network-module)$/;

describe('false alarms in standard mode', () => {
  test('no cell of the corpus is denied, but for the fork bomb in Bash', async () => {
    const cells = corpusCells();
    expect(cells.length).toBeGreaterThan(300);
    const denied: string[] = [];
    for (const { id, language, code } of cells) {
      const lines = await said(language, 'standard', code);
      denied.push(
        ...lines.filter((line) => line.startsWith('deny ')).map((line) => `${id} ${line}`),
      );
    }
    expect(denied).toEqual(['lm-005-fork-bomb deny shell/fork-bomb']);
  });

  test('honest cells of the corpus get no remark but on processes, native code and network modules', async () => {
    const remarks: string[] = [];
    for (const { id, language, code } of corpusCells()) {
      if (id.startsWith('sb-') || id === 'lm-005-fork-bomb') continue;
      const lines = await said(language, 'standard', code);
      remarks.push(...lines.filter((line) => !REMARKS.test(line)).map((line) => `${id} ${line}`));
    }
    expect(remarks).toEqual([]);
  });

  test(
    'examples in the documentation of the standard library get none either',
    { timeout: 120_000 },
    async () => {
      const examples = standardLibraryExamples();
      expect(examples.length).toBeGreaterThanOrEqual(300);
      const remarks: string[] = [];
      for (const code of examples) {
        const lines = await said('python', 'standard', code);
        remarks.push(
          ...lines.filter((line) => !REMARKS.test(line)).map((line) => `${line}: ${code}`),
        );
      }
      expect(remarks).toEqual([]);
    },
  );
});

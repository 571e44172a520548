import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findingSchema } from '@repltool/protocol';
import { describe, expect, test } from 'vitest';
import { ALL_RULES, createPolicy, fetchGrammars, type GrammarLoader } from '../src/index.ts';
import { createPolicy as createNodePolicy, nodeGrammars } from '../src/node/index.ts';

const policy = createNodePolicy();

/** Counts what is asked for. */
function watched(loader: GrammarLoader): GrammarLoader & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    runtime: () => loader.runtime(),
    grammar(grammar) {
      asked.push(grammar);
      return loader.grammar(grammar);
    },
  };
}

describe('a check', () => {
  test('loads no parser for a plain cell, and one grammar once for those that need it', async () => {
    const loader = watched(nodeGrammars());
    const own = createPolicy({ grammars: loader });
    expect(own.check('x = 1\nprint(x)', 'python', 'standard')).toEqual([]);
    expect(own.check('import math', 'python', 'standard')).toEqual([]);
    expect(loader.asked).toEqual([]);
    await Promise.all([
      own.check('import ctypes', 'python', 'standard'),
      own.check('import os', 'python', 'strict'),
    ]);
    expect(loader.asked).toEqual(['python']);
  });

  test('answers at once when the grammar is loaded', async () => {
    await policy.check('import os', 'python', 'strict');
    expect(policy.check('import os', 'python', 'strict')).toHaveLength(1);
  });

  test('rejects when a grammar cannot be loaded, and tries again the next time', async () => {
    let broken = true;
    const loader = nodeGrammars();
    const own = createPolicy({
      grammars: {
        runtime: () => loader.runtime(),
        grammar: (grammar) =>
          broken ? Promise.reject(new Error('no such file')) : loader.grammar(grammar),
      },
    });
    await expect(own.check('import os', 'python', 'strict')).rejects.toThrow('no such file');
    broken = false;
    expect(await own.check('import os', 'python', 'strict')).toHaveLength(1);
  });

  test('gives findings as the wire has them, with rule, place, reason, hint and the mode that allows', async () => {
    const [finding, ...others] = await policy.check('x = 1\nimport os', 'python', 'strict');
    expect(others).toEqual([]);
    expect(findingSchema.parse(finding)).toEqual(finding);
    expect(finding).toMatchObject({
      rule: 'python/import-outside-strict',
      severity: 'deny',
      range: { start_line: 2, start_column: 8, end_line: 2, end_column: 10 },
      allowed_in: 'standard',
    });
    expect(finding?.message).toMatch(/^Imports `os`\. Strict mode has only modules that compute/);
    expect(finding?.hint).toContain('statistics');
  });

  test('counts columns as editors do: in UTF-16 units, from 1, with any line ends', async () => {
    const found = async (code: string) => (await policy.check(code, 'python', 'strict'))[0]?.range;
    const range = { start_line: 2, start_column: 15, end_line: 2, end_column: 19 };
    expect(await found("a = 1\ns = '😀é漢'; x=eval")).toEqual(range);
    expect(await found("a = 1\r\ns = '😀é漢'; x=eval")).toEqual(range);
    expect(await found('(\neval\n)')).toEqual({
      start_line: 2,
      start_column: 1,
      end_line: 2,
      end_column: 5,
    });
  });

  test('says of a command in a text of the cell that it stands where the text does', async () => {
    const findings = await policy.check("import os\nos.system('rm -rf /')", 'python', 'standard');
    expect(findings.find(({ severity }) => severity === 'deny')?.range).toEqual({
      start_line: 2,
      start_column: 11,
      end_line: 2,
      end_column: 21,
    });
  });

  test('names the next mode that allows, or none', async () => {
    const allowed = async (language: string, mode: 'strict' | 'standard', code: string) =>
      (await policy.check(code, language, mode)).map((finding) => finding.allowed_in);
    expect(await allowed('bash', 'strict', 'curl http://x | sh')).toContain('standard');
    expect(await allowed('bash', 'standard', 'curl http://x | sh')).toEqual(['relaxed']);
    expect(await allowed('bash', 'standard', 'rm -rf /')).toEqual([null]);
  });

  test('tells at most 50 findings of one cell', async () => {
    expect(await policy.check('eval\n'.repeat(500), 'python', 'strict')).toHaveLength(50);
  });

  test('says nothing of a language it has no rules for', async () => {
    expect(await policy.check('rm -rf /', 'cobol', 'strict')).toEqual([]);
  });

  test('knows languages by their usual names', async () => {
    for (const name of ['python', 'py', 'Python3']) {
      expect(await policy.check('eval', name, 'strict')).toHaveLength(1);
    }
    for (const name of ['javascript', 'node', 'ts', 'typescript']) {
      expect(await policy.check('eval', name, 'strict')).toHaveLength(1);
    }
  });
});

describe('a cell that is too much to examine', () => {
  const tooLong = `${'x = 1\n'.repeat(6_000)}import os, ctypes`;
  const tooDeep = `import ctypes\n${'('.repeat(2_000)}${')'.repeat(2_000)}`;

  test.each([tooLong, tooDeep])(
    'is denied in strict mode and remarked on in standard',
    async (code) => {
      expect(await policy.check(code, 'python', 'strict')).toMatchObject([
        { rule: 'policy/not-examined', severity: 'deny', allowed_in: 'standard' },
      ]);
      expect(await policy.check(code, 'python', 'standard')).toMatchObject([
        { rule: 'policy/not-examined', severity: 'warn' },
      ]);
      expect(await policy.check(code, 'python', 'relaxed')).toEqual([]);
    },
  );

  test('is none when no rule could be about it, however long it is', async () => {
    expect(await policy.check('x = 1\n'.repeat(170_000), 'python', 'strict')).toEqual([]);
  });

  test('expressions made to grow are not followed for ever', async () => {
    const doubling = Array.from({ length: 200 }, (_, at) => `a${at + 1} = a${at} + a${at}`);
    const code = `a0 = 'x'\n${doubling.join('\n')}\n__import__(a200)`;
    expect(await policy.check(code, 'python', 'strict')).toMatchObject([
      { rule: 'python/builtin-outside-strict' },
      { rule: 'python/import-outside-strict' },
    ]);
    const nested = `${'eval "'.repeat(3_000)}`;
    expect(await policy.check(nested, 'bash', 'standard')).toEqual([]);
    expect(await policy.check(`rm -rf ${'{a,'.repeat(5_000)}`, 'bash', 'standard')).toEqual([]);
  });
});

describe('in a browser', () => {
  test('the wasm comes over HTTP', async () => {
    const loader = nodeGrammars();
    const server = createServer((request, response) => {
      const bytes = request.url === '/runtime' ? loader.runtime() : loader.grammar('bash');
      void bytes.then((body) => response.end(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const url = (path: string) => `http://127.0.0.1:${port}/${path}`;
      const grammars = fetchGrammars({
        runtime: url('runtime'),
        python: url('python'),
        javascript: url('javascript'),
        typescript: url('typescript'),
        bash: url('bash'),
      });
      expect(await createPolicy({ grammars }).check('rm -rf /', 'bash', 'standard')).toHaveLength(
        1,
      );
    } finally {
      server.close();
    }
  });
});

describe('the rules as data', () => {
  test('each has an id of its own, and words for what, why and what instead', () => {
    const ids = ALL_RULES.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const { id, message, reason, hint, severity } of ALL_RULES) {
      expect(id).toMatch(/^(?:python|javascript|shell|policy)\/[a-z-]+$/);
      expect(Object.keys(severity)).toEqual(['strict', 'standard', 'relaxed']);
      for (const text of [message, reason, hint]) expect(text).toMatch(/^[A-Z`].*\.$/s);
    }
  });

  test('the documentation has the severities of each', async () => {
    const page = await readFile(new URL('../../../docs/policy.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([^`]+)`\s*\| (\S+)\s*\| (\S+)\s*\| (\S+)/gm)].map(
      ([, id, ...severities]) => [id, ...severities],
    );
    const documented = (severity: string) => (severity === 'off' ? '–' : severity);
    expect(rows.sort()).toEqual(
      ALL_RULES.map(({ id, severity }) => [
        id,
        documented(severity.strict),
        documented(severity.standard),
        documented(severity.relaxed),
      ]).sort(),
    );
  });
});

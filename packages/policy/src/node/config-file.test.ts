import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplError } from '@repltool/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPolicyConfig } from './config-file.ts';
import { createPolicy } from './policy.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'policy-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function load(text: string) {
  const file = join(directory, 'policy.yaml');
  await writeFile(file, text);
  return loadPolicyConfig(file);
}

async function refusal(text: string): Promise<ReplError> {
  const error: unknown = await load(text).catch((reason: unknown) => reason);
  if (!ReplError.isInstance(error)) throw new Error('the file was not refused');
  return error;
}

async function rulesOf(text: string, language: string, code: string) {
  const findings = await createPolicy({ config: await load(text) }).check(
    code,
    language,
    'standard',
  );
  return findings.map(({ severity, rule }) => `${severity} ${rule}`);
}

describe('R-POL-04: an operator configures the rules in one file', () => {
  test('an empty file changes nothing', async () => {
    expect(await load('')).toEqual({ rules: {}, custom: [] });
  });

  test('a rule is made stricter, milder, or switched off', async () => {
    expect(await rulesOf('rules: { python/native-code: deny }', 'python', 'import ctypes')).toEqual(
      ['deny python/native-code'],
    );
    expect(await rulesOf('rules: { shell/destructive-delete: warn }', 'bash', 'rm -rf /')).toEqual([
      'warn shell/destructive-delete',
    ]);
    expect(await rulesOf('rules: { shell/destructive-delete: off }', 'bash', 'rm -rf /')).toEqual(
      [],
    );
  });

  test('a severity for one mode leaves the others as they are', async () => {
    const config = await load('rules:\n  python/native-code:\n    relaxed: warn\n');
    const policy = createPolicy({ config });
    expect(await policy.check('import ctypes', 'python', 'standard')).toMatchObject([
      { severity: 'warn', allowed_in: null },
    ]);
    expect(await policy.check('import ctypes', 'python', 'relaxed')).toHaveLength(1);
  });

  test('JSON is read as well', async () => {
    const text = JSON.stringify({ rules: { 'python/native-code': 'off' } });
    expect(await rulesOf(text, 'python', 'import ctypes')).toEqual([]);
  });

  const PATTERN = `custom:
  - id: acme/no-requests
    languages: [python, bash]
    severity: { standard: warn }
    message: 'Uses {subject}.'
    pattern: '\\brequests\\.\\w+'
`;

  test('a pattern of the operator counts in code, and not in comments and strings', async () => {
    const code = '# requests.get\ns = "requests.get"\nrequests.get(url)\nf"{requests.post(url)}"';
    const policy = createPolicy({ config: await load(PATTERN) });
    const findings = await policy.check(code, 'python', 'standard');
    expect(findings).toMatchObject([
      {
        rule: 'acme/no-requests',
        severity: 'warn',
        message: 'Uses requests.get.',
        allowed_in: 'relaxed',
      },
      { message: 'Uses requests.post.', range: { start_line: 4, start_column: 4 } },
    ]);
    expect(findings[0]?.range).toEqual({
      start_line: 3,
      start_column: 1,
      end_line: 3,
      end_column: 13,
    });
  });

  test('it is looked for in its languages and modes only', async () => {
    const policy = createPolicy({ config: await load(PATTERN) });
    expect(await policy.check('requests.get', 'javascript', 'standard')).toEqual([]);
    expect(await policy.check('requests.get', 'python', 'strict')).toEqual([]);
    expect(await policy.check('requests.get', 'bash', 'standard')).toHaveLength(1);
  });

  test('a pattern may count anywhere, and in a language without a grammar', async () => {
    const text = `custom: [{ id: a/b, languages: [python, lua], message: m, pattern: password, flags: i, anywhere: true }]`;
    expect(await rulesOf(text, 'python', '# Password')).toEqual(['deny a/b']);
    expect(await rulesOf(text, 'lua', '-- PASSWORD')).toEqual(['deny a/b']);
  });

  test('a query of the operator finds what it captures', async () => {
    const text = `custom:
  - id: acme/no-print
    languages: [python]
    message: Prints.
    query: '((call function: (identifier) @found) (#eq? @found "print"))'
`;
    const policy = createPolicy({ config: await load(text) });
    expect(await policy.check('x.print(1)\nprint(print)', 'python', 'strict')).toMatchObject([
      { rule: 'acme/no-print', range: { start_line: 2, start_column: 1, end_column: 6 } },
    ]);
  });

  test.each([
    ['rules: [', 1, 'Flow sequence'],
    ['rules:\n  python/natve-code: off', 2, 'there is no such rule; there are python/'],
    ['rules:\n  python/native-code: maybe', 2, 'must be deny, warn or off'],
    ['rules:\n  python/native-code:\n    strikt: off', 3, 'strikt: is not a known setting'],
    ['ruels: {}', 1, 'ruels: is not a known setting'],
    [
      'custom:\n  - id: NoSlash\n    languages: [python]\n    message: m\n    pattern: x',
      2,
      'must look like',
    ],
    [
      'custom:\n  - id: a/b\n    languages: [python]\n    message: m',
      2,
      'either a pattern or a query',
    ],
    [
      'custom:\n  - id: a/b\n    languages: [python]\n    message: m\n    pattern: "("',
      5,
      'Unterminated group',
    ],
    [
      'custom:\n  - id: a/b\n    languages: [python]\n    message: m\n    query: (nonsense)',
      5,
      'nonsense',
    ],
    [
      'custom:\n  - id: a/b\n    languages:\n      - lua\n    message: m\n    query: (x)',
      4,
      'lua is not',
    ],
    ['custom:\n  - id: a/b\n    languages: [python]\n    pattern: x', 2, 'message'],
  ])('a bad file is refused with its line: %j', async (text, line, reason) => {
    const error = await refusal(text);
    expect(error.code).toBe('InvalidRequest');
    expect(error.details).toMatchObject({ line, file: join(directory, 'policy.yaml') });
    expect(error.message).toContain(`policy.yaml:${line}:`);
    expect(error.message).toContain(reason);
  });

  test('every fault of a file is named at once', async () => {
    const { message, issues } = await refusal('rules:\n  python/native-code: 1\nextra: 2\n');
    expect(message.split('\n')).toHaveLength(2);
    expect(issues.map(({ field }) => field)).toEqual(['rules.python/native-code', 'extra']);
  });

  test('two rules of one name, and a file that is not there, are refused', async () => {
    const rule = '{ id: a/b, languages: [python], message: m, pattern: x }';
    expect((await refusal(`custom:\n  - ${rule}\n  - ${rule}`)).details).toMatchObject({ line: 3 });
    await expect(loadPolicyConfig(join(directory, 'none.yaml'))).rejects.toThrow('cannot be read');
  });
});

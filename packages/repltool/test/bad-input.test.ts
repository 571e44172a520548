import { createEngine } from 'repltool';
import { afterAll, describe, expect, it } from 'vitest';

const engine = createEngine();
afterAll(() => engine.close());

const BAD: readonly (readonly [Record<string, unknown>, string, string, RegExp])[] = [
  [{ sandbox_mode: 'loose' }, 'sandbox_mode', '"loose"', /strict.*standard.*relaxed/],
  [{ environment: { A: 'b\0c' } }, 'environment.A', '"b\\u0000c"', /must not hold a NUL byte/],
  [{ environment: { 'a b': '1' } }, 'environment.a b', '"a b"', /letters, digits and underscores/],
  [{ environment: { '1A': '1' } }, 'environment.1A', '"1A"', /letters, digits and underscores/],
  [{ environment: { 'A=B': '1' } }, 'environment.A=B', '"A=B"', /letters, digits and underscores/],
];

describe('a session that cannot be is refused by field, value and bound', () => {
  it.each(BAD)('%j', async (extra, field, value, bound) => {
    const refused = engine.createSession({ language: 'bash', ...extra });
    const issue: unknown = expect.objectContaining({
      field,
      value,
      message: expect.stringMatching(bound) as string,
    });
    await expect(refused).rejects.toMatchObject({ code: 'InvalidRequest', issues: [issue] });
  });
});

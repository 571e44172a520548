import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ReplError } from './errors.ts';
import { parse } from './parse.ts';

const schema = z.strictObject({
  name: z.string().max(3, 'must be short'),
  size: z.int().optional(),
});

function refusal(input: unknown): ReplError {
  try {
    parse(schema, input);
  } catch (error) {
    if (ReplError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('the input was accepted');
}

describe('R-API-01 a refused input', () => {
  it.each([
    [{ name: 'long name' }, 'name', '"long name"'],
    [{ name: 'a', size: 1.5 }, 'size', '1.5'],
    [{ name: 'a', size: null }, 'size', 'null'],
    [{ name: ['a'] }, 'name', 'a list'],
    [{ name: { a: 'b' } }, 'name', 'an object'],
    [{}, 'name', 'nothing'],
    [{ name: 'a', color: 'red' }, 'color', '"red"'],
    [null, 'request', 'null'],
  ])('%j names its field and value', (input, field, value) => {
    expect(refusal(input)).toMatchObject({ code: 'InvalidRequest', issues: [{ field, value }] });
  });

  it('names every field at fault, each once', () => {
    const { issues } = refusal({ name: 'a', size: 1e300, color: 'red', shape: 'round' });
    expect(issues.map(({ field }) => field)).toEqual(['size', 'color', 'shape']);
  });

  it('shows no more than the beginning of a long value', () => {
    const { message } = refusal({ name: 'x'.repeat(1_000_000) });
    expect(message).toBe(`name: must be short, not "${'x'.repeat(80)}"…`);
  });

  it('may be nested as deep as it likes', () => {
    let deep: unknown = 'bottom';
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(refusal(deep).message).toContain('not a list');
    expect(refusal({ name: deep }).message).toContain('not a list');
  });

  it('belongs to the error of its field', () => {
    const withCode = z.object({ code: z.string() });
    expect(() => parse(withCode, { code: 1 })).toThrow(
      expect.objectContaining({ code: 'InvalidCodeInput' }),
    );
  });
});

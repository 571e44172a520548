import { describe, expect, it } from 'vitest';
import { executeRequestSchema } from './execution.ts';
import { parse } from './parse.ts';
import { sessionConfigSchema } from './session.ts';

describe('limits as asked for', () => {
  it('take null as left out', () => {
    expect(parse(executeRequestSchema, { code: '1', timeout_ms: null }).timeout_ms).toBeUndefined();
    const limits = { max_memory_mb: null, max_cpu_time: 5 };
    expect(parse(sessionConfigSchema, { language: 'x', resource_limits: limits })).toMatchObject({
      resource_limits: { max_memory_mb: undefined, max_cpu_time: 5 },
    });
    expect(
      parse(sessionConfigSchema, { language: 'x', resource_limits: null, idle_timeout_s: null }),
    ).toEqual({ language: 'x', sandbox_mode: 'standard' });
  });

  it.each([0, -1, 0.5, NaN, Infinity, 2 ** 31, '1000', true, [], {}])('refuse %j', (timeout_ms) => {
    expect(() => parse(executeRequestSchema, { code: '1', timeout_ms })).toThrow(
      'timeout_ms: must be a whole number from 100 to 300000 (ms), not ',
    );
  });
});

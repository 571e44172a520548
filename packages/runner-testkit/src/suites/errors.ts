import { describe, expect, it } from 'vitest';
import type { RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

export function errorTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  describe('errors', () => {
    it("names the cell's own line and no file of the driver (R-EXE-07)", async () => {
      const { code, name, line } = samples.assignAndFail('x', 1);
      const result = await fixture.run(code);
      expect(result).toMatchObject({
        status: 'error',
        success: false,
        failure: { code: 'ExecutionError' },
      });
      const told = [result.error, ...(result.exception?.traceback ?? [])].join('\n');
      expect(told).toMatch(new RegExp(`\\b${line}\\b`));
      expect(told).not.toContain('/opt/repltool');
      if (fixture.plugin.capabilities.values) expect(result.exception?.name).toBe(name);
    });

    it('runs nothing of a cell with a syntax error (R-EXE-06)', async () => {
      await using session = await fixture.session();
      const result = await session.execute(samples.syntaxError.code);
      expect(result).toMatchObject({ status: 'error', output: '' });
      expect(result.exception?.name).toBe(samples.syntaxError.name);
      expect(await session.execute(samples.print('on'))).toMatchObject({
        status: 'ok',
        output: 'on\n',
      });
    });

    it.each(samples.unfinished)(
      'answers the unfinished cell %j instead of waiting (R-EXE-06)',
      async (code) => {
        await using session = await fixture.session();
        expect(await session.execute(code, { timeout_ms: 10_000 })).toMatchObject({
          status: 'error',
        });
        expect(await session.execute(samples.print('on'))).toMatchObject({
          status: 'ok',
          output: 'on\n',
        });
      },
    );
  });
}

import { describe, expect, it } from 'vitest';
import type { RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

export function stateTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  describe('state', () => {
    it('keeps variables between cells (R-SES-03)', async () => {
      const result = await fixture.run(samples.assign('x', 20), samples.printVariable('x'));
      expect(result).toMatchObject({ status: 'ok', success: true, output: '20\n', error: '' });
      expect(result.state).toEqual({ outcome: 'kept', lost_cells: [], lost_names: [] });
    });

    it('shares nothing between two sessions (R-SES-03)', async () => {
      await using one = await fixture.session();
      await using other = await fixture.session();
      await one.execute(samples.assign('x', 1));
      await other.execute(samples.assign('x', 2));
      expect((await one.execute(samples.printVariable('x'))).output).toBe('1\n');
      expect((await other.execute(samples.printVariable('x'))).output).toBe('2\n');
    });

    it('keeps what a failing cell had done before it failed', async () => {
      await using session = await fixture.session();
      const failing = samples.assignAndFail('x', 7);
      expect(await session.execute(failing.code)).toMatchObject({ status: 'error' });
      expect((await session.execute(samples.printVariable('x'))).output).toBe('7\n');
    });

    it('starts in the workspace, or in the directory asked for, with the environment asked for (R-SES-01)', async () => {
      await using session = await fixture.session({
        working_directory: 'deep/er',
        environment: { GREETING: 'héllo "world"' },
      });
      expect((await session.execute(samples.printDirectory)).output).toBe('/workspace/deep/er\n');
      expect((await session.execute(samples.printEnvironment('GREETING'))).output).toBe(
        'héllo "world"\n',
      );
    });

    it('sees no variable of the host (R-SBX-15)', async () => {
      process.env['REPLTOOL_TEST_CANARY'] = 'secret';
      try {
        const result = await fixture.run(samples.printEnvironment('REPLTOOL_TEST_CANARY'));
        expect(result.output + result.error).not.toContain('secret');
      } finally {
        delete process.env['REPLTOOL_TEST_CANARY'];
      }
    });

    it('starts and runs in strict mode', async () => {
      await using session = await fixture.session({ sandbox_mode: 'strict' });
      await session.execute(samples.assign('x', 3));
      expect(await session.execute(samples.printVariable('x'))).toMatchObject({
        status: 'ok',
        output: '3\n',
      });
    });

    if (!fixture.plugin.capabilities.values) return;
    it.each(samples.values ?? [])(
      'gives the value of $code (R-EXE-01)',
      async ({ code, json, text }) => {
        const result = await fixture.run(code);
        expect(result).toMatchObject({ status: 'ok', result: json, result_text: text });
      },
    );
  });
}

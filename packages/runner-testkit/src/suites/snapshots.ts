import { describe, expect, it } from 'vitest';
import { createRunnerFixture, type RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

export function snapshotTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  describe('snapshots', () => {
    if (fixture.plugin.capabilities.stateTransfer !== true) {
      it('cannot be had, and it says so', async () => {
        await using session = await fixture.session();
        await expect(session.snapshot()).rejects.toMatchObject({ code: 'NotSupported' });
      });
      return;
    }
    const elsewhere = createRunnerFixture(fixture.plugin);

    it('go on in another engine, and are its new beginning (R-SES-10)', async () => {
      await using session = await fixture.session();
      await session.execute(samples.assign('x', 20));
      const { bytes, lost_names } = await session.snapshot();
      expect(lost_names).toEqual([]);

      const restored = await elsewhere.engine.restoreSession(bytes, { checkpoint: 'every-cell' });
      await using there = restored.session;
      expect(restored.lost_names).toEqual([]);
      expect((await there.execute(samples.printVariable('x'))).output).toBe('20\n');
      await there.execute(samples.assign('x', 21));
      expect(await there.undo(2)).toMatchObject({ outcome: 'restored' });
      expect((await there.execute(samples.printVariable('x'))).output).toBe('20\n');
    });

    it('run one cell from state to state, and keep the given one when it fails (R-EXE-12)', async () => {
      const { language } = fixture.plugin;
      const { engine } = fixture;
      const first = await engine.run({ language, code: samples.assign('x', 1) });
      const failing = samples.assignAndFail('x', 2);
      const failed = await engine.run({ language, code: failing.code, snapshot: first.snapshot });
      expect(failed.result.success).toBe(false);
      expect(failed.snapshot).toBe(first.snapshot);
      const late = await engine.run({
        language,
        code: samples.endlessLoop,
        snapshot: first.snapshot,
        execute: { timeout_ms: 300 },
      });
      expect(late.result.status).toBe('timeout');
      expect(late.snapshot).toBe(first.snapshot);
      const last = await engine.run({
        language,
        code: samples.printVariable('x'),
        snapshot: late.snapshot,
      });
      expect(last.result.output).toBe('1\n');
    });

    it('of another language are refused', async () => {
      await using session = await fixture.session();
      const { bytes } = await session.snapshot();
      await expect(
        elsewhere.engine.restoreSession(bytes, { language: 'no-such' }),
      ).rejects.toMatchObject({ code: 'UnsupportedLanguage' });
    });
  });
}

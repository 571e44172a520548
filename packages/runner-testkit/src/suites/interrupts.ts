import { describe, expect, it } from 'vitest';
import type { RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

export function interruptTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  describe('interrupts', () => {
    it.each(['endlessLoop', 'longSleep'] as const)(
      'stops %s at its deadline and keeps the variables (R-LIM-01, R-LIM-11)',
      async (sample) => {
        await using session = await fixture.session();
        await session.execute(samples.assign('x', 20));
        const result = await session.execute(samples[sample], { timeout_ms: 500 });
        expect(result).toMatchObject({
          status: 'timeout',
          failure: { code: 'ExecutionTimeout' },
          state: { outcome: 'kept' },
        });
        expect((await session.execute(samples.printVariable('x'))).output).toBe('20\n');
      },
    );

    it.each(['endlessLoop', 'longSleep'] as const)(
      'stops %s on request, keeping the variables and what it had printed',
      async (sample) => {
        await using session = await fixture.session();
        await session.execute(samples.assign('x', 20));
        const running = session.execute(`${samples.print('started')}\n${samples[sample]}`, {
          onOutput: () => session.interrupt(),
        });
        expect(await running).toMatchObject({
          status: 'interrupted',
          output: 'started\n',
          state: { outcome: 'kept' },
        });
        expect((await session.execute(samples.printVariable('x'))).output).toBe('20\n');
      },
    );

    it('does nothing between cells', async () => {
      await using session = await fixture.session();
      await session.execute(samples.assign('x', 20));
      expect(session.interrupt()).toBe(false);
      expect((await session.execute(samples.printVariable('x'))).output).toBe('20\n');
    });

    it('stops the next cell as well as the first', async () => {
      await using session = await fixture.session();
      for (let i = 0; i < 3; i += 1) {
        expect(await session.execute(samples.endlessLoop, { timeout_ms: 100 })).toMatchObject({
          status: 'timeout',
          state: { outcome: 'kept' },
        });
      }
    });
  });
}

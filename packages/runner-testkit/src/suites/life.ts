import { ReplError } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import type { RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

export function lifeTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  describe('life', () => {
    it.each([0, 3])('reports exit code %i and goes on with its state (R-EXE-05)', async (code) => {
      await using session = await fixture.session();
      await session.execute(samples.assign('x', 20));
      const result = await session.execute(samples.exit(code));
      expect(result).toMatchObject({
        status: 'exited',
        exit_code: code,
        success: code === 0,
        state: { outcome: 'kept' },
      });
      expect((await session.execute(samples.printVariable('x'))).output).toBe('20\n');
    });

    it('notices at once when the interpreter dies, with what it had printed, and goes on (R-EXE-04)', async () => {
      await using session = await fixture.session();
      const before = await session.execute(samples.assign('x', 20));
      const result = await session.execute(samples.printAndDie('last words'), {
        timeout_ms: 60_000,
      });
      expect(result).toMatchObject({
        status: 'crashed',
        output: 'last words\n',
        failure: { code: 'InterpreterCrashed' },
      });
      expect(result.execution_time_ms).toBeLessThan(30_000);
      const { outcome, lost_cells } = result.state;
      expect(outcome).not.toBe('kept');
      const lostBefore = outcome === 'reset' ? [before.execution_id] : [];
      expect(lost_cells).toEqual([...lostBefore, result.execution_id]);
      expect((await session.execute(samples.print('on'))).output).toBe('on\n');
    });

    it('ends in the middle of a cell, which then says so (R-SES-06)', async () => {
      const session = await fixture.session();
      const code = `${samples.print('started')}\n${samples.endlessLoop}`;
      let running: Promise<unknown> = Promise.resolve();
      await new Promise<void>((resolve) => {
        running = session.execute(code, { onOutput: () => resolve() });
      });
      const ended = expect(running).rejects.toSatisfy(
        (error) => ReplError.isInstance(error) && error.code === 'SessionTerminated',
      );
      await session.terminate();
      await ended;
      await session.terminate();
    });

    it('reports usage (R-LIM-09)', async () => {
      const { usage, isolation } = await fixture.run(samples.printLines(10));
      expect(usage.output_bytes).toBe(1010);
      expect(usage.wall_ms).toBeGreaterThan(0);
      if (isolation !== 'namespaces+seccomp+cgroup') return;
      expect(usage.peak_memory_bytes).toBeGreaterThan(500_000);
      expect(usage.cpu_user_ms).toBeGreaterThanOrEqual(0);
      expect(usage.processes).toBeGreaterThanOrEqual(1);
    });
  });
}

import { ReplError } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import type { RunnerFixture } from '../fixture.ts';
import type { RunnerSamples } from '../samples.ts';

export function checkpointTests(fixture: RunnerFixture, samples: RunnerSamples): void {
  describe('checkpoints', () => {
    it('starts afresh on request, in the same session (R-SES-12)', async () => {
      await using session = await fixture.session();
      const lost = await session.execute(samples.assign('x', 20));
      expect(await session.reset()).toMatchObject({
        outcome: 'reset',
        lost_cells: [lost.execution_id],
      });
      expect((await session.execute(samples.printVariable('x'))).output).not.toBe('20\n');
      expect((await session.execute(samples.print('on'))).output).toBe('on\n');
    });

    it('ends a running cell to start afresh', async () => {
      await using session = await fixture.session();
      let reset: Promise<unknown> = Promise.resolve();
      const running = session.execute(`${samples.print('started')}\n${samples.endlessLoop}`, {
        onOutput: () => {
          reset = session.reset();
        },
      });
      expect(await running).toMatchObject({ status: 'interrupted' });
      await reset;
      expect((await session.execute(samples.print('on'))).output).toBe('on\n');
    });

    it('refuses to undo what was not done', async () => {
      await using session = await fixture.session();
      await expect(session.undo()).rejects.toSatisfy(
        (error) => ReplError.isInstance(error) && error.code === 'UndoNotPossible',
      );
    });

    const { checkpoints, stateTransfer } = fixture.plugin.capabilities;
    if (checkpoints !== true && stateTransfer !== true) return;

    it('undoes cells, and says which (R-SES-12)', async () => {
      await using session = await fixture.session({ checkpoint: 'every-cell' });
      await session.execute(samples.assign('x', 1));
      const second = await session.execute(samples.assign('x', 2));
      const third = await session.execute(samples.assign('x', 3));
      expect(await session.undo(2)).toMatchObject({
        outcome: 'restored',
        lost_cells: [second.execution_id, third.execution_id],
      });
      expect((await session.execute(samples.printVariable('x'))).output).toBe('1\n');
      await session.undo(2);
      expect((await session.execute(samples.printVariable('x'))).output).not.toBe('1\n');
    });

    it('goes on with its variables after the interpreter was killed (R-LIM-11)', async () => {
      await using session = await fixture.session({ checkpoint: 'every-cell' });
      await session.execute(samples.assign('x', 20));
      const result = await session.execute(samples.printAndDie('last words'));
      expect(result).toMatchObject({
        status: 'crashed',
        output: 'last words\n',
        state: { outcome: 'restored', lost_cells: [result.execution_id] },
      });
      expect((await session.execute(samples.printVariable('x'))).output).toBe('20\n');
    });
  });
}

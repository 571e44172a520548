import { expect } from 'vitest';
import type { Check, Checks } from '../check.ts';
import { GRACE_MS, expectStoppedAt } from './common.ts';

/** That an interrupted cell which would not end was made to, that this is said, and that the session goes on. */
const expectForced = (number: number): Check => {
  return ({ cell, sessions }) => {
    expect(cell(number)).toMatchObject({
      status: 'interrupted',
      failure: { code: 'ExecutionInterrupted' },
    });
    // The interpreter was killed: the result says so, and which cells' effects are gone with it.
    const { outcome, lost_cells } = cell(number).state;
    expect(outcome).not.toBe('kept');
    const lostBefore = outcome === 'reset' ? [cell(1).execution_id] : [];
    expect(lost_cells).toEqual([...lostBefore, cell(number).execution_id]);
    expect(sessions[0]?.info().status).toBe('idle');
  };
};

/** Stopping what does not want to stop. */
export const PYTHON_INTERRUPT_CHECKS: Checks = {
  async 'py-013-swallow-interrupt'(replayed) {
    await expectForced(2)(replayed);
    expect(replayed.steps[4]?.wallMs).toBeLessThan(GRACE_MS);
    expect(replayed.cell(3)).toMatchObject({ status: 'ok', result_text: "'next'" });
  },

  'py-015-interrupt-input'({ cell, steps, inputRequests, sessions }) {
    expect(steps[2]).toMatchObject({ kind: 'interrupted', interrupted: true });
    expect(steps[3]?.wallMs).toBeLessThan(3000);
    expect(cell(1)).toMatchObject({
      status: 'interrupted',
      exception: { name: 'KeyboardInterrupt' },
      failure: { code: 'ExecutionInterrupted' },
      state: { outcome: 'kept' },
    });
    // The request was withdrawn: an answer to it is refused, and is nobody's input.
    expect(inputRequests).toMatchObject([{ prompt: 'Name? ' }]);
    const request_id = inputRequests[0]?.request_id ?? '';
    expect(() => sessions[0]?.reply({ request_id, text: 'too late' })).toThrow(
      expect.objectContaining({ code: 'InputNotAwaited' }),
    );
    expect(cell(2)).toMatchObject({ status: 'ok', output: '', result_text: "'still here'" });
  },

  'py-028-huge-int'({ cell, cells }) {
    expect(cell(1)).toMatchObject({ status: 'ok' });
    expect(cell(1).result_text).toMatch(
      /^<int whose repr\(\) raised ValueError: Exceeds the limit/,
    );
    if (cell(2).status === 'timeout') expectStoppedAt(cells[1], 3000);
    else expect(cell(2)).toMatchObject({ failure: { code: 'ExecutionMemoryExceeded' } });
    expect(cell(3)).toMatchObject({ status: 'ok', result_text: "'after'" });
    expect(cells[2]?.wallMs).toBeLessThan(2000);
  },

  async 'py-031-signals'(replayed) {
    const { cell, cells, steps, sessions } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', output: 'got tick\n' });
    expect(cells[0]?.wallMs).toBeGreaterThan(900);
    expect(cells[0]?.wallMs).toBeLessThan(2500);
    await expectForced(2)(replayed);
    expect(steps[4]?.wallMs).toBeLessThan(GRACE_MS);
    expect(await sessions[0]?.execute('1')).toMatchObject({ status: 'ok', result_text: '1' });
  },

  'py-036-del-bomb'({ cell, steps, load }) {
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: "'armed'" });
    expect(steps[1]).toMatchObject({ kind: 'done' });
    expect(steps[1]?.wallMs).toBeLessThan(5000);
    expect(steps[2]).toMatchObject({ kind: 'processes', left: [] });
    expect(load.longestBlockMs).toBeLessThan(1000);
  },
};

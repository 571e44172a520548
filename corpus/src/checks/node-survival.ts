import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import {
  GRACE_MS,
  expectPrompt,
  expectSameInterpreter,
  expectTimedOut,
  textsOf,
} from './common.ts';

/** Cells that would take the interpreter, or the driver in it, with them. */
export const NODE_SURVIVAL_CHECKS: Checks = {
  async 'nd-008-reject-then-catch'(replayed) {
    const { cell, sessions } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: "'made'" });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'caught x'" });
    // A promise is a value like any other: it is shown, and not awaited; see docs/behaviour.md.
    expect(cell(3)).toMatchObject({ status: 'ok', exception: null });
    expect(cell(3).result_text).toMatch(/^Promise \{\s+<rejected> Error: y\b/);
    expect(await sessions[0]?.execute("'alive'")).toMatchObject({
      status: 'ok',
      result_text: "'alive'",
      state: { outcome: 'kept' },
    });
    expectSameInterpreter(replayed);
  },

  'nd-011-process-handlers'(replayed) {
    expect(textsOf(replayed)).toEqual(['1', '2', '3', '4']);
    expectSameInterpreter(replayed);
    expect(replayed.steps[4]).toMatchObject({ kind: 'done' });
    expect(replayed.steps[4]?.wallMs).toBeLessThan(5000);
    expect(replayed.steps[5]).toMatchObject({ kind: 'processes', left: [] });
  },

  'nd-013-inspect-loop'({ cell }) {
    expectTimedOut(cell(1), 2000);
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'next'" });
    expect(cell(3)).toMatchObject({
      status: 'error',
      exception: { name: 'Error', message: 'ins' },
    });
    expect(cell(4)).toMatchObject({
      status: 'ok',
      result_text: '{ toJSON: [Function: toJSON], a: 1 }',
    });
    expectPrompt([cell(2), cell(3), cell(4)], 1000);
  },

  async 'nd-015-microtask-spin'({ cell, cells, sessions }) {
    expectTimedOut(cell(1), 2000);
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'a'" });
    expect(cells[1]?.wallMs).toBeLessThan(2000);
    if (cell(3).status === 'ok') {
      // What it left behind keeps the next cell from running, until the deadline, or until it has filled the memory.
      expect(cell(3).result_text).toBe("'returned'");
      expect(cell(4).success).toBe(false);
      if (cell(4).status !== 'timeout') {
        expect(cell(4).failure?.code).toBe('ExecutionMemoryExceeded');
        expect(cell(4).state.outcome).not.toBe('kept');
      }
    } else {
      expectTimedOut(cell(3), 2000);
    }
    expect(cells[3]?.wallMs).toBeLessThan(4000 + GRACE_MS);
    expect(await sessions[0]?.execute("'c'")).toMatchObject({ status: 'ok', result_text: "'c'" });
  },

  'nd-016-sync-loops'({ cell, cells }) {
    for (const number of [1, 2, 3, 4]) expectTimedOut(cell(number), 1000);
    expect(cell(5)).toMatchObject({ status: 'ok', result_text: "'ok'" });
    expect(cells[4]?.wallMs).toBeLessThan(1000);
  },
};

import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import {
  expectPrompt,
  expectSameInterpreter,
  expectWellFormed,
  occurrences,
  written,
} from './common.ts';

const REPLACEMENT = '\ufffd';

/** What JavaScript cells and their children write, and who gets it. */
export const NODE_STREAM_CHECKS: Checks = {
  async 'nd-010-exit-truncation'(replayed) {
    const { cell, engine, plan, sessions } = replayed;
    const bytes = 1_048_579;
    expect(cell(1)).toMatchObject({
      status: 'exited',
      exit_code: 3,
      success: false,
      truncated: [],
    });
    expect(cell(1).output === `${'x'.repeat(bytes - 3)}END`).toBe(true);
    expectPrompt([cell(1)], 3000);
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'next'" });

    // The session is not ended, and no fresh one either: what is said to be kept is.
    expectSameInterpreter(replayed);
    const [{ code } = { code: '' }] = sessions[0]?.history().executions ?? [];
    await sessions[0]?.execute('let before = 1');
    expect(await sessions[0]?.execute(code)).toMatchObject({ status: 'exited', exit_code: 3 });
    expect(await sessions[0]?.execute('before')).toMatchObject({ status: 'ok', result_text: '1' });

    // The default cap is three bytes less than the cell writes.
    await using capped = await engine.createSession({ language: 'node', sandbox_mode: plan.mode });
    const cut = await capped.execute(code);
    expect(cut).toMatchObject({ status: 'limit', failure: { code: 'OutputLimitExceeded' } });
    expect(cut.truncated).toMatchObject([{ stream: 'stdout', total_bytes: bytes }]);
    expect(cut.output).toMatch(/xEND$/);
    expectPrompt([cut], 3000);
  },

  'nd-021-stdio-inherit'({ cell }) {
    expect(cell(1)).toMatchObject({
      status: 'ok',
      output: 'one\ntwo\nthree\nfour\n',
      error: 'err\nfive\n',
    });
  },

  'nd-023-utf16-split'(replayed) {
    const { cell, events } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', output: 'Hello, 世界🚀' });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'\\udc00'" });
    expect(cell(2).output).toBe(`${REPLACEMENT}\n${'x'.repeat(65_535)}🚀\n`);
    expect(written(events, 'stdout')).toBe(cell(1).output + cell(2).output);
    expectWellFormed(replayed);
  },

  'nd-026-timer-overflow-user'(replayed) {
    const { cell, events, sessions } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: "'scheduled'" });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'ok'" });
    expect(written(events, 'stdout')).toBe('boom\n');
    expect(occurrences(written(events, 'stderr'), 'TimeoutOverflowWarning')).toBe(1);
    // Both came long before the second cell.
    const ids = events.map(({ execution_id }) => execution_id);
    expect(new Set(ids)).toEqual(new Set([cell(1).execution_id]));
    expect(sessions[0]?.info().status).toBe('idle');
    expectSameInterpreter(replayed);
  },
};

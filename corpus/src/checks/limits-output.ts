import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ExecutionResult } from '@repltool/protocol';
import type { Engine } from 'repltool';
import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { busyShare, leftOver } from '../replay/host-processes.ts';
import { GRACE_MS } from './common.ts';

const CAP = 1_048_576;
/** What an output event may hold at most, in characters; see docs/behaviour.md. */
const EVENT_CHARS = 65_536;

/** What is no longer used does not count: when it is collected is up to the engine of JavaScript. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}

/** That a flood of `unit` was cut at the cap, with its beginning kept, and that the result says so exactly. */
function expectCut(result: ExecutionResult, unit: string): void {
  expect(result).toMatchObject({ status: 'limit', failure: { code: 'OutputLimitExceeded' } });
  const [cut, ...others] = result.truncated;
  expect(others).toEqual([]);
  expect(cut?.stream).toBe('stdout');
  const head = cut?.kept_head_bytes ?? 0;
  const tail = cut?.kept_tail_bytes ?? 0;
  expect(head).toBeGreaterThan(CAP / 3);
  expect(head + tail).toBe(CAP);
  expect(cut?.total_bytes).toBeGreaterThan(CAP);
  const beginning = unit.repeat(Math.ceil(head / unit.length)).slice(0, head);
  expect(result.output.startsWith(beginning)).toBe(true);
}

/** That a flood makes the server grow by a few times the cap and no more, for a cap that stands out from its own size. */
async function expectFloodsCostLittle(engine: Engine): Promise<void> {
  const max_output_size = 10 * CAP;
  await using session = await engine.createSession({
    language: 'bash',
    resource_limits: { max_output_size },
  });
  const flood = () => session.execute('yes', { timeout_ms: 5000 });
  await flood();
  collectGarbage();
  const start = process.memoryUsage.rss();
  let peak = start;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  try {
    for (let left = 4; left > 0; left -= 1) {
      expect(await flood()).toMatchObject({ status: 'limit' });
      collectGarbage();
    }
  } finally {
    clearInterval(timer);
  }
  expect((peak - start) / max_output_size).toBeLessThan(8);
}

export const LIMIT_OUTPUT_CHECKS: Checks = {
  async 'lm-001-yes-flood'({ cell, cells, steps, engine }) {
    for (const [index, unit] of ['y\n', `${'x'.repeat(100)}\n`, 'y\n'].entries()) {
      expectCut(cell(index + 1), unit);
      expect(cells[index]?.wallMs).toBeLessThan(5000 + GRACE_MS);
    }
    expect(steps[3]).toMatchObject({ kind: 'answer', status: 200 });
    expect(await leftOver([], { match: '^yes' })).toEqual([]);
    expect(await busyShare(1000)).toBeLessThan(0.3);

    await expectFloodsCostLittle(engine);
  },

  'lm-003-timeout-keeps-output'({ cell }) {
    const outputs = ['first\nsecond\nno newline', 'n1 n2\n', 'b1 b2\n'];
    for (const [index, output] of outputs.entries())
      expect(cell(index + 1)).toMatchObject({
        status: 'timeout',
        failure: { code: 'ExecutionTimeout' },
        output,
      });
  },

  'lm-010-big-line'({ cell, cells, events }) {
    for (const [index, letter] of ['a', 'b', 'c'].entries()) expectCut(cell(index + 1), letter);
    expect(cell(4)).toMatchObject({ status: 'ok', truncated: [] });
    expect(cell(4).output).toBe('.'.repeat(1_000_000));
    expect(cell(5)).toMatchObject({ status: 'ok', truncated: [] });
    expect(cell(5).output).toBe('.'.repeat(200_000));
    for (const [index, limitS] of [10, 10, 10, 20, 20].entries())
      expect(cells[index]?.wallMs).toBeLessThan(limitS * 1000);
    const eventsOf = (number: number): number =>
      events.filter(({ execution_id }) => execution_id === cell(number).execution_id).length;
    expect(eventsOf(4)).toBeLessThan(10_000);
    expect(eventsOf(5)).toBeLessThan(2000);
    expect(Math.max(...events.map(({ text }) => text.length))).toBeLessThanOrEqual(EVENT_CHARS);
  },
};

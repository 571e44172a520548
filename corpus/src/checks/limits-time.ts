import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { busyShare } from '../replay/host-processes.ts';
import { send } from '../replay/request.ts';
import { expectStoppedAt } from './common.ts';

const EIGHT_LOOPS = 'for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; wait';

export const LIMIT_TIME_CHECKS: Checks = {
  async 'lm-011-wall-cpu'({ cells, steps, engine, server }) {
    expectStoppedAt(cells[0], 2000);
    expectStoppedAt(cells[1], 2000);
    expectStoppedAt(cells[2], 3000);
    expect(steps[4]).toMatchObject({ kind: 'answer', status: 200 });
    expect(await busyShare(1000)).toBeLessThan(0.3);

    const running = await server();
    await using session = await engine.createSession({ language: 'bash' });
    let stopped = false;
    const loops = session.execute(EIGHT_LOOPS, { timeout_ms: 3000 }).finally(() => {
      stopped = true;
    });
    const latencies: number[] = [];
    while (!stopped) {
      const asked = performance.now();
      expect(await send(running, { method: 'GET', path: '/health' })).toMatchObject({
        status: 200,
      });
      latencies.push(performance.now() - asked);
    }
    expect(await loops).toMatchObject({ status: 'timeout' });
    expect(latencies.length).toBeGreaterThan(10);
    expect(Math.max(...latencies)).toBeLessThan(1000);
    expect(await busyShare(1000)).toBeLessThan(0.3);
  },

  'lm-013-timeout-precedence'({ cell, cells, sessions }) {
    expect(sessions[0]?.info().resource_limits.max_cpu_time).toBe(3);
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: "'x'" });
    expectStoppedAt(cells[1], 1000);
    expect(cell(2).failure?.message).toContain('1000 ms (timeout_ms)');
    expect(cell(3)).toMatchObject({ status: 'ok', result_text: "'z'" });
    const long = { kind: 'result', result: { status: 'ok', result_text: "'long'" } };
    expect(cells[3]).toMatchObject({
      kind: 'several',
      outcomes: { rest: long, socket: long, cli: long },
    });
  },
};

import { readFileSync, readdirSync, statfsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { ERROR_TABLE } from '@repltool/protocol';
import type { Session } from 'repltool';
import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { busyShare, leftOver } from '../replay/host-processes.ts';
import type { Outcome } from '../replay/outcome.ts';
import { send } from '../replay/request.ts';
import { GRACE_MS } from './common.ts';

const BOMBS = [
  ['python', 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass'],
  [
    'node',
    "const c = require('child_process'); for (;;) { try { c.spawn('sleep', ['100']) } catch {} }",
  ],
] as const;

/** Processes of a Python session at rest: the driver, its stem, and the states it keeps. */
const AT_REST = 16;

/** That a request was refused with a 4xx, for this field. */
function expectFieldRefused(outcome: Outcome | undefined, field: string): void {
  expect(outcome).toMatchObject({
    kind: 'refused',
    error: { code: 'InvalidResourceLimits', issues: expect.arrayContaining([]) as unknown },
  });
  if (outcome?.kind !== 'refused') return;
  expect(outcome.error.issues.map((issue) => issue.field)).toContain(field);
  expect(ERROR_TABLE[outcome.error.code].status).toBe(400);
}

const NEIGHBOUR_PAUSE_MS = 20;

/** How long the neighbour takes for a cell while a bomb goes off. */
async function answerTimes(neighbour: Session, bomb: Promise<unknown>): Promise<number[]> {
  let ended = false;
  const end = (): void => void (ended = true);
  bomb.then(end, end);
  const times: number[] = [];
  while (!ended) {
    const asked = performance.now();
    expect(await neighbour.execute('1 + 1')).toMatchObject({ result_text: '2' });
    times.push(performance.now() - asked);
    await setTimeout(NEIGHBOUR_PAUSE_MS);
  }
  return times;
}

const MIB = 1024 * 1024;

/** What the workspaces below a directory hold together. */
function usedBytes(directory: string): number {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => line.includes(' - tmpfs '))
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(directory));
  return mounts.reduce((sum, path) => {
    const { blocks, bfree, bsize } = statfsSync(path);
    return sum + (blocks - bfree) * bsize;
  }, 0);
}

export const LIMIT_RESOURCE_CHECKS: Checks = {
  async 'lm-005-fork-bomb'({ cells, steps, engine }) {
    const [inBash, inPython, inNode, inOther] = cells;
    // In Bash it shows in the code, and is refused before it runs.
    expect(inBash).toMatchObject({ kind: 'refused', error: { code: 'MaliciousCodeDetected' } });
    for (const bomb of [inPython, inNode]) {
      expect(bomb).toMatchObject({ kind: 'result', result: { success: false } });
      if (bomb?.kind === 'result') expect(bomb.result.status).toMatch(/^(?:timeout|limit)$/);
      expect(bomb?.wallMs).toBeLessThan(5000 + 2 * GRACE_MS);
    }
    expect(inOther).toMatchObject({ kind: 'result', result: { result_text: '2' } });
    expect(inOther?.wallMs).toBeLessThan(2000);
    const left = steps[5]?.kind === 'processes' ? steps[5].left : undefined;
    expect(left?.filter(({ command }) => command.includes('sleep 100'))).toEqual([]);
    expect(left?.length).toBeLessThan(3 * AT_REST);
    expect(await busyShare(1000)).toBeLessThan(0.3);

    // The neighbour while they go off, not only after.
    await using neighbour = await engine.createSession({ language: 'python' });
    await neighbour.execute('1 + 1');
    for (const [language, code] of BOMBS) {
      await using session = await engine.createSession({ language });
      const bomb = session.execute(code, { timeout_ms: 3000 });
      const times = await answerTimes(neighbour, bomb);
      expect(Math.max(0, ...times)).toBeLessThan(2000);
    }
    expect(await leftOver([], { match: 'sleep 100', withinS: 10 })).toEqual([]);
  },

  'lm-006-disk-bomb'({ cell, steps, dataDir }) {
    expect(cell(1).output).toMatch(/^errno (?:28|27|122)\n$/);
    // What the sparse file comes to is the quota's business; both are allowed.
    expect(cell(1).status === 'ok' || cell(1).exception?.name === 'OSError').toBe(true);
    const second = cell(2);
    if (second.status === 'ok') expect(second.output).toMatch(/^errno \d+\n$/);
    else expect(second.status).toMatch(/^(?:timeout|limit)$/);
    expect(steps[2]).toMatchObject({ kind: 'answer', status: 200 });
    expect(steps[2]?.wallMs).toBeLessThan(5000);
    // A page of it, not all of its thousands of files.
    expect(JSON.stringify(steps[2]).length).toBeLessThan(1_000_000);
    expect(steps[3]).toMatchObject({ kind: 'done' });
    expect(steps[3]?.wallMs).toBeLessThan(10_000);
    // What is mounted still is for sessions to come, and empty.
    expect(usedBytes(dataDir)).toBeLessThan(MIB);
    const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    expect(left.filter((path) => /\/workspaces\/\d+\/./.test(path))).toEqual([]);
  },

  async 'lm-008-limit-values'({ cells, steps, sessions, engine, server }) {
    // All are refused by name, numbers in strings too; only null is the default.
    for (const [index, outcome] of cells.entries()) {
      if (index === 8)
        expect(outcome).toMatchObject({
          kind: 'result',
          result: { status: 'ok', result_text: '1' },
        });
      else expectFieldRefused(outcome, 'timeout_ms');
    }
    for (const outcome of steps.slice(14, 19))
      expectFieldRefused(outcome, 'resource_limits.max_memory_mb');
    expect(steps[19]).toMatchObject({
      kind: 'sessions',
      sessions: [{ resource_limits: { max_memory_mb: 256 } }],
    });
    expect(engine.sessions().map(({ id }) => id)).toEqual(sessions.map(({ id }) => id));
    expect(sessions).toHaveLength(2);
    expect(sessions[0]?.history().total).toBe(1);

    // Over REST, where what is no JSON at all can be sent as well.
    const running = await server();
    const path = `/api/v1/sessions/${sessions[0]?.id}/execute`;
    for (const value of [
      'NaN',
      'Infinity',
      '-0',
      '1e999',
      '0',
      '-1',
      '0.5',
      '"10"',
      'true',
      '{}',
    ]) {
      const body = `{"code":"1","timeout_ms":${value}}`;
      const answer = await send(running, { method: 'POST', path, body });
      expect(answer, value).toMatchObject({ kind: 'answer', status: 400 });
    }
    expect(
      await send(running, { method: 'POST', path, body: '{"code":"1","timeout_ms":null}' }),
    ).toMatchObject({ kind: 'answer', status: 200, body: { result_text: '1' } });
  },
};

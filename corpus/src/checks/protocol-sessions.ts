import { setTimeout as sleep } from 'node:timers/promises';
import { ReplError, type ExecutionResult } from '@repltool/protocol';
import type { Engine, Session } from 'repltool';
import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import type { Outcome } from '../replay/outcome.ts';
import { send } from '../replay/request.ts';
import { written } from './common.ts';

function roundsOf(outcome: Outcome | undefined): ExecutionResult[][] {
  if (outcome?.kind !== 'rounds') throw new Error('the step was not repeated');
  return outcome.rounds.map((round) =>
    round.map((one) => {
      if (one.kind !== 'result') throw new Error(`a cell came to ${one.kind}`);
      return one.result;
    }),
  );
}

const SLOW = "import time\nfor i in range(5): print('A', i); time.sleep(0.2)\n'ra'";
const QUICK = "print('B'); 'rb'";
const SLOW_RESULT = { status: 'ok', output: 'A 0\nA 1\nA 2\nA 3\nA 4\n', result_text: "'ra'" };
const QUICK_RESULT = { status: 'ok', output: 'B\n', result_text: "'rb'" };

/** That a second cell waits for its turn, or is refused at once where it asked for that; see docs/api.md. */
async function expectTurns(session: Session): Promise<void> {
  const slow = session.execute(SLOW);
  await sleep(200);
  const refused = await session
    .execute("'never'", { on_busy: 'refuse' })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'SessionBusy' });
  const quick = session.execute(QUICK);
  expect(await slow).toMatchObject(SLOW_RESULT);
  expect(await quick).toMatchObject(QUICK_RESULT);
}

/** What a cell that comes as the session expires gets: its result, or that the session has expired. */
async function atTheMoment(engine: Engine, gapMs: number): Promise<string> {
  const session = await engine.createSession({ language: 'python', idle_timeout_s: 2 });
  await session.execute('1');
  await sleep(gapMs);
  const answer = await session.execute("'there'").then(
    ({ status, result_text }) => `${status} ${result_text}`,
    (error: unknown) => (ReplError.isInstance(error) ? error.code : String(error)),
  );
  await session.terminate();
  return answer;
}

export const PROTOCOL_SESSION_CHECKS: Checks = {
  async 'pr-001-busy'({ cell, steps, engine }) {
    expect(steps[2]).toMatchObject({
      kind: 'several',
      outcomes: { a: { result: SLOW_RESULT }, b: { result: QUICK_RESULT } },
    });
    expect(cell(3)).toMatchObject({ status: 'ok', output: '', result_text: "'rc'" });
    const sessions = await Promise.all(
      Array.from({ length: 9 }, () => engine.createSession({ language: 'python' })),
    );
    await Promise.all(sessions.map(expectTurns));
  },

  async 'pr-003-terminate-running'({ cells, steps, sessions, engine, server }) {
    expect(steps[1]).toMatchObject({ kind: 'done' });
    expect(steps[2]).toMatchObject({ kind: 'refused', error: { code: 'SessionTerminated' } });
    expect(steps[3]).toMatchObject({ kind: 'done' });
    expect(cells[1]).toMatchObject({ kind: 'refused', error: { code: 'SessionTerminated' } });
    const [old, again] = sessions;
    expect(again?.id).toBe(old?.id);
    expect(again?.info()).toMatchObject({ expression_count: 0 });
    expect(again?.history().total).toBe(0);
    const names = "[name for name in globals() if not name.startswith('__')]";
    expect(await again?.execute(names)).toMatchObject({ status: 'ok', result: [] });

    // The same over REST, where the second DELETE is a request of its own.
    const running = await server();
    const { id } = await engine.createSession({ language: 'python' });
    const path = `/api/v1/sessions/${id}`;
    const body = '{"code":"import time\\ntime.sleep(60)"}';
    const pending = send(running, { method: 'POST', path: `${path}/execute`, body });
    await expect.poll(() => engine.session(id).info().expression_count).toBe(1);
    const asked = performance.now();
    expect(await send(running, { method: 'DELETE', path })).toMatchObject({ status: 204 });
    expect(performance.now() - asked).toBeLessThan(5000);
    const gone = { status: 410, body: { code: 'SessionTerminated' } };
    expect(await pending).toMatchObject(gone);
    expect(await send(running, { method: 'DELETE', path })).toMatchObject({ status: 204 });
    expect(
      await send(running, { method: 'POST', path: `${path}/execute`, body: '{"code":"1"}' }),
    ).toMatchObject(gone);
  },

  async 'pr-010-output-before-done'({ steps, sessions }) {
    const rounds = roundsOf(steps[0]);
    expect(rounds).toHaveLength(30);
    const output = `${'x'.repeat(300_000)}zEND\n`;
    const error = 'y'.repeat(1000);
    for (const [full, empty] of rounds) {
      expect(full).toMatchObject({ status: 'ok', truncated: [] });
      expect(full?.output === output && full.error === error).toBe(true);
      expect(empty).toMatchObject({ status: 'ok', output: '', error: '' });
    }

    // Whoever watches has all of it before it hears of the end.
    const [session] = sessions;
    let seen = '';
    const atEnd: string[] = [];
    session?.subscribe({
      output: ({ stream, text }) => void (stream === 'stdout' && (seen += text)),
      executionFinished: () => void atEnd.push(seen),
    });
    const [{ code } = { code: '' }] = session?.history().executions ?? [];
    await session?.execute(code);
    expect(atEnd.map((text) => text === output)).toEqual([true]);
  },

  async 'pr-011-idle-reaper'({ cell, cells, engine }) {
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: "'long'" });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'right after'" });
    expect(cell(3)).toMatchObject({ status: 'ok', output: '......' });
    expect(cells[3]).toMatchObject({
      kind: 'refused',
      error: {
        code: 'SessionTimeout',
        message: expect.stringContaining('idle timeout') as string,
      },
    });
    const gaps = Array.from({ length: 50 }, (_, index) => 1900 + index * 4);
    for (let start = 0; start < gaps.length; start += 10) {
      const answers = await Promise.all(
        gaps.slice(start, start + 10).map((gapMs) => atTheMoment(engine, gapMs)),
      );
      for (const answer of answers) expect(["ok 'there'", 'SessionTimeout']).toContain(answer);
    }
  },

  'pr-013-restart'({ cell, steps, events, sessions }) {
    expect(cell(1)).toMatchObject({ status: 'ok' });
    expect(steps[1]).toMatchObject({ kind: 'done' });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "(False, None, 'workspace')" });
    expect(cell(2).output).toBe('');
    const [session] = sessions;
    const after = events.filter(({ execution_id }) => execution_id === cell(2).execution_id);
    expect(written(after, 'stdout')).toBe('');
    // History and count go on; see docs/behaviour.md.
    expect(session?.history().executions.map(({ execution_id }) => execution_id)).toEqual([
      cell(1).execution_id,
      cell(2).execution_id,
    ]);
    expect(session?.info().expression_count).toBe(2);
  },

  'pr-015-stale-frame'({ steps }) {
    const rounds = roundsOf(steps[0]);
    expect(rounds).toHaveLength(20);
    for (const [late, fresh] of rounds) {
      expect(late).toMatchObject({ status: 'timeout' });
      expect(fresh).toMatchObject({
        status: 'ok',
        output: '',
        result: 'new',
        result_text: "'new'",
      });
    }
  },
};

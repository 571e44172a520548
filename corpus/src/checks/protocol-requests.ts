import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ackSchema, errorCodeSchema } from '@repltool/protocol';
import { io } from 'socket.io-client';
import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import type { Outcome } from '../replay/outcome.ts';

const LEGAL_ID = /^[a-zA-Z0-9]{8,32}$/;
const CREATE = 2;

/** That a request was refused with one of these, as a JSON problem with a code and nothing of the host in it. */
function expectRefused(outcome: Outcome | undefined, statuses: readonly number[]): void {
  if (outcome?.kind !== 'answer') throw new Error(`no answer but ${outcome?.kind}`);
  const { status, contentType, body } = outcome;
  expect(statuses, JSON.stringify(body)).toContain(status);
  expect(contentType).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({ status });
  const { code } = body as { code: unknown };
  expect(errorCodeSchema.safeParse(code).success).toBe(true);
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\/(?:root|home|usr|tmp|etc)\/|\bat .+:\d/);
}

/** The requests of the case that an event can carry at all. */
const SHAPES: readonly unknown[] = [
  ...[null, [], 'x', 123, { code: 1 }, { code: null }, {}],
  { code: '1', language: 'cobol' },
  { code: '1', extra: true },
  JSON.parse('{"__proto__":{"code":"1"}}') as unknown,
  'x'.repeat(3_000_000),
  { code: 'x'.repeat(3_000_000) },
];

function withSession(shape: unknown, session_id: string | undefined): unknown {
  return typeof shape === 'object' && shape !== null && !Array.isArray(shape)
    ? { ...shape, session_id }
    : shape;
}

export const PROTOCOL_REQUEST_CHECKS: Checks = {
  async 'pr-005-session-ids'({ steps, engine, dataDir }) {
    const [cycle, health] = steps;
    if (cycle?.kind !== 'rounds') throw new Error('the ids were not tried');
    const accepted: string[] = [];
    for (const round of cycle.rounds) {
      const created = round[CREATE];
      const wasCreated = created?.kind === 'answer' && created.status === 201;
      if (wasCreated) accepted.push((created.body as { session_id: string }).session_id);
      else expect(JSON.stringify(created)).toContain('8 to 32 letters and digits');
      for (const [index, outcome] of round.entries()) {
        const isFine = wasCreated && index >= CREATE;
        if (isFine) expect(outcome).toMatchObject({ kind: 'answer' });
        else expectRefused(outcome, index === CREATE ? [400] : [400, 404]);
      }
      if (wasCreated) expect(round[CREATE + 1]).toMatchObject({ status: 204 });
    }
    // Exactly the legal ones of the list, which are property names of every object.
    expect(accepted).toEqual(['constructor', 'toString', 'hasOwnProperty', 'undefined']);
    expect(accepted.every((id) => LEGAL_ID.test(id))).toBe(true);
    for (const session_id of accepted) {
      const session = await engine.createSession({ language: 'python', session_id });
      expect(await session.execute('1')).toMatchObject({ session_id, result_text: '1' });
    }
    expect(engine.sessions().map(({ id }) => id)).toEqual(accepted);

    expect(health).toMatchObject({ kind: 'answer', status: 200 });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.ownKeys(Object.prototype)).not.toContain('code');
    expect(readdirSync(dirname(dataDir))).toEqual(['data']);
  },

  async 'pr-006-bad-requests'({ steps, sessions, server, engine }) {
    for (const outcome of steps) expectRefused(outcome, [400, 404, 405, 413, 415]);

    const { url, token } = await server();
    const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true });
    try {
      for (const shape of SHAPES) {
        const request = withSession(shape, sessions[0]?.id);
        const answer: unknown = await socket.timeout(5000).emitWithAck('cell-execute', request);
        expect(ackSchema.parse(answer)).toMatchObject({ ok: false });
      }
      expect(socket.connected).toBe(true);
    } finally {
      socket.disconnect();
    }

    expect(await fetch(`${url}/health`)).toMatchObject({ status: 200 });
    expect(sessions[0]?.history().total).toBe(0);
    expect(engine.sessions()).toHaveLength(1);
    expect(Reflect.get({}, 'code')).toBeUndefined();
  },
};

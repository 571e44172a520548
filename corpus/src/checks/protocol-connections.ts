import { SOCKET_EVENTS } from '@repltool/protocol';
import { io, type Socket } from 'socket.io-client';
import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import type { RunningServer } from '../replay/server.ts';

/** A bare connection, and all that was pushed to it. */
async function listen({ url, token }: RunningServer): Promise<{
  readonly socket: Socket;
  readonly pushed: [name: string, event: unknown][];
}> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true });
  const pushed: [string, unknown][] = [];
  for (const name of Object.keys(SOCKET_EVENTS))
    socket.on(name, (event: unknown) => void pushed.push([name, event]));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return { socket, pushed };
}

const NUMBERS = Array.from({ length: 20 }, (_, index) => `${index}\n`).join('');

export const PROTOCOL_CONNECTION_CHECKS: Checks = {
  async 'pr-008-disconnect'({ cell, cells, steps, sessions, server }) {
    // The run goes on without its client; see docs/api.md.
    expect(cells[0]).toMatchObject({ kind: 'cut' });
    expect(steps[4]).toMatchObject({ kind: 'sessions', sessions: [{ status: 'idle' }] });
    const history = steps[5]?.kind === 'history' ? steps[5].history : undefined;
    expect(history).toMatchObject({ total: 1, executions: [{ status: 'ok', success: true }] });
    const { client } = await server();
    const id = sessions[0]?.id ?? '';
    const executionId = history?.executions[0]?.execution_id ?? '';
    expect(await client.execution(id, executionId)).toMatchObject({
      output: NUMBERS,
      result_text: "'fin'",
    });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'again'" });

    const [rapid, after] = steps.slice(7);
    if (rapid?.kind !== 'rounds') throw new Error('nothing was repeated');
    expect(rapid.rounds).toHaveLength(200);
    expect(after).toMatchObject({ kind: 'footprint', footprint: rapid.before });
  },

  async 'pr-016-attach'({ cell, server, sessions }) {
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: '2' });
    expect(cell(3)).toMatchObject({ status: 'ok', output: 'hello\n', result_text: "'done'" });
    expect(cell(4)).toMatchObject({ status: 'ok', result_text: '2' });

    // The cell once more, from one of two that watch the session, beside one that does not.
    const running = await server();
    const session_id = sessions[0]?.id;
    const [first, second, stranger] = [
      await listen(running),
      await listen(running),
      await listen(running),
    ];
    for (const { socket } of [first, second])
      expect(await socket.emitWithAck('session-subscribe', { session_id })).toMatchObject({
        ok: true,
      });
    const code = "print('hello', flush=True)\n'done'";
    expect(await first.socket.emitWithAck('cell-execute', { session_id, code })).toMatchObject({
      ok: true,
      data: { result_text: "'done'" },
    });
    const ended = (): boolean => second.pushed.some(([name]) => name === 'execution-finished');
    await expect.poll(ended).toBe(true);
    const told = ({ pushed }: { pushed: [string, unknown][] }): [string, unknown][] =>
      pushed.filter(([name]) => name !== 'session-updated');
    expect(told(second).map(([name]) => name)).toEqual([
      ...['execution-started', 'output', 'execution-finished'],
    ]);
    expect(told(second)).toEqual(told(first));
    const ids = told(second).map(([, event]) => (event as { execution_id: string }).execution_id);
    expect(new Set(ids).size).toBe(1);
    expect(stranger.pushed).toEqual([]);
    for (const { socket } of [first, second, stranger]) socket.disconnect();
  },
};

import { ReplError } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import { TransportError, createClient } from '../src/index.ts';
import { TOKEN, startServer } from './fixture.ts';

const { url } = await startServer();
const client = createClient({ baseUrl: `${url}/`, token: TOKEN });

describe('R-API-01 the REST client', () => {
  it('does all the API does', async () => {
    const { runtimes } = await client.runtimes();
    expect(runtimes.map(({ language }) => language)).toEqual(['bash']);

    const { session_id: id } = await client.createSession({ language: 'bash' });
    expect(await client.listSessions()).toMatchObject([{ session_id: id }]);
    expect(await client.getSession(id)).toMatchObject({ status: 'active' });

    const result = await client.execute(id, { code: 'echo hi', execution_id: 'first-cell' });
    expect(result).toMatchObject({ output: 'hi\n', execution_id: 'first-cell' });
    expect(await client.execution(id, 'first-cell')).toEqual(result);
    expect(await client.history(id, { order: 'newest' })).toMatchObject({ total: 1 });
    expect((await client.history(id, { offset: 1 })).executions).toEqual([]);
    expect(await client.output(id, { cursor: 0 })).toMatchObject({ events: [{ text: 'hi\n' }] });
    expect(await client.interrupt(id)).toBe(false);
    await expect(client.reply(id, { request_id: 'nobody', text: '' })).rejects.toMatchObject({
      code: 'InputNotAwaited',
    });
    await client.execute(id, { code: 'temperature=20' });
    expect((await client.complete(id, { code: 'echo $temp', cursor: 10 })).completions).toEqual([
      { text: expect.stringContaining('temperature') as string, kind: 'variable' },
    ]);
    expect((await client.variables(id)).total).toBe(1);
    expect(await client.undo(id)).toMatchObject({ outcome: 'restored' });
    expect(await client.reset(id)).toMatchObject({ outcome: 'reset' });
    await client.terminateSession(id);
    expect(await client.listSessions()).toEqual([]);
  });

  it('throws what the server refused, with its code and the fields at fault', async () => {
    const refused = client.createSession({ language: 'bash', idle_timeout_s: 0 });
    const error: unknown = await refused.catch((reason: unknown) => reason);
    expect(ReplError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'InvalidResourceLimits',
      issues: [{ field: 'idle_timeout_s', value: '0' }],
    });
    await expect(client.getSession('a/../b')).rejects.toMatchObject({ code: 'InvalidSessionId' });
    const stranger = createClient({ baseUrl: url, token: 'wrong' });
    await expect(stranger.listSessions()).rejects.toMatchObject({ code: 'Unauthorized' });
  });

  it('tells a server that is not there from one that speaks another language', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1', token: TOKEN });
    const error: unknown = await nobody.runtimes().catch((reason: unknown) => reason);
    expect(TransportError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ failure: 'unreachable' });
    const elsewhere = createClient({ baseUrl: `${url}/health?`, token: TOKEN });
    await expect(elsewhere.runtimes()).rejects.toMatchObject({ failure: 'unintelligible' });
  });

  it('rejects with the reason of an aborted signal', async () => {
    const reason = new Error('enough');
    await expect(client.runtimes({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const { session_id: id } = await client.createSession({ language: 'bash' });
    const controller = new AbortController();
    const execution_id = 'left-behind';
    const running = client.execute(
      id,
      { code: 'sleep 60', execution_id },
      { signal: controller.signal },
    );
    await expect.poll(() => client.interrupt(id, { execution_id: 'nobody-else' })).toBe(false);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await expect.poll(() => client.interrupt(id, { execution_id })).toBe(true);
    expect(await client.execution(id, execution_id)).toMatchObject({ status: 'interrupted' });
  });
});

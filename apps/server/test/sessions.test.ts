import {
  executionResultSchema,
  historyPageSchema,
  outputPageSchema,
  runtimeListSchema,
  sessionListSchema,
  sessionSchema,
} from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import { createTestEngine, startServer } from './fixture.ts';

const server = await startServer(createTestEngine());

const execute = async (id: string, body: Record<string, unknown>) => {
  const answer = await server.call('POST', `/sessions/${id}/execute`, { body });
  expect(answer).toMatchObject({ status: 200 });
  return executionResultSchema.parse(answer.body);
};

describe('R-API-01 the REST API', () => {
  it('creates a session as asked, says where it is, and gives it back', async () => {
    const answer = await server.call('POST', '/sessions', {
      body: {
        language: 'python',
        sandbox_mode: 'standard',
        session_id: 'chosenByClient1',
        resource_limits: { max_cpu_time: 10, max_memory_mb: 128 },
        idle_timeout_s: 60,
        environment: { GREETING: 'hello' },
      },
    });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.headers.get('location')).toBe('/api/v1/sessions/chosenByClient1');
    const info = sessionSchema.parse(answer.body);
    expect(info).toMatchObject({
      session_id: 'chosenByClient1',
      language: 'python',
      status: 'active',
      expression_count: 0,
      idle_timeout_s: 60,
      resource_limits: { max_cpu_time: 10, max_memory_mb: 128, max_output_size: 1_048_576 },
    });

    const got = await server.call('GET', '/sessions/chosenByClient1');
    expect(got).toMatchObject({ status: 200, body: { session_id: 'chosenByClient1' } });
    const listed = sessionListSchema.parse((await server.call('GET', '/sessions')).body);
    expect(listed.sessions.map(({ session_id }) => session_id)).toContain('chosenByClient1');

    const result = await execute('chosenByClient1', { code: 'import os; os.environ["GREETING"]' });
    expect(result.result).toBe('hello');
  });

  it('R-SES-03 keeps state between cells and apart from other sessions', async () => {
    const [one, other] = await Promise.all([
      server.create({ language: 'python' }),
      server.create({ language: 'python' }),
    ]);
    await execute(one.session_id, { code: 'x = 20' });
    const sum = await execute(one.session_id, { code: 'x + 22' });
    expect(sum).toMatchObject({ status: 'ok', success: true, result: 42, result_text: '42' });
    const unknown = await execute(other.session_id, { code: 'x' });
    expect(unknown).toMatchObject({ status: 'error', exception: { name: 'NameError' } });
  });

  it('answers code that fails with 200 and success false', async () => {
    const { session_id } = await server.create();
    const result = await execute(session_id, { code: 'echo out; echo err >&2; exit 3' });
    expect(result).toMatchObject({ success: false, output: 'out\n', error: 'err\n', exit_code: 3 });
    expect(await execute(session_id, { code: 'echo on' })).toMatchObject({ output: 'on\n' });
  });

  it('R-SES-09 pages the history from either end', async () => {
    const { session_id } = await server.create();
    for (const n of [1, 2, 3]) await execute(session_id, { code: `echo ${n}` });
    const page = async (query: string) => {
      const { body } = await server.call('GET', `/sessions/${session_id}/history${query}`);
      const { executions, ...rest } = historyPageSchema.parse(body);
      return { ...rest, codes: executions.map(({ code }) => code) };
    };
    expect(await page('')).toMatchObject({
      session_id,
      total: 3,
      limit: 50,
      offset: 0,
      codes: ['echo 1', 'echo 2', 'echo 3'],
    });
    expect(await page('?limit=1&offset=1')).toMatchObject({ total: 3, codes: ['echo 2'] });
    expect(await page('?order=newest&limit=2')).toMatchObject({ codes: ['echo 3', 'echo 2'] });
    expect(await page('?offset=9')).toMatchObject({ codes: [] });
  });

  it('pages the output log from a cursor', async () => {
    const { session_id } = await server.create();
    const first = await execute(session_id, { code: 'echo one' });
    await execute(session_id, { code: 'echo two >&2' });
    const page = async (query: string) =>
      outputPageSchema.parse(
        (await server.call('GET', `/sessions/${session_id}/output${query}`)).body,
      );
    const all = await page('');
    expect(all.events.map(({ stream, text }) => [stream, text])).toEqual([
      ['stdout', 'one\n'],
      ['stderr', 'two\n'],
    ]);
    expect((await page(`?cursor=${first.output_cursor}`)).events).toEqual(all.events.slice(1));
    expect((await page(`?cursor=${all.next_cursor}`)).events).toEqual([]);
    expect((await page('?limit=1')).events).toEqual(all.events.slice(0, 1));
  });

  it('interrupts the running cell, or a named one alone, and says whether there was one', async () => {
    const { session_id } = await server.create();
    const path = `/sessions/${session_id}/interrupt`;
    expect(await server.call('POST', path)).toMatchObject({
      status: 200,
      body: { interrupted: false },
    });

    const started = new Promise<void>((resolve) => {
      server.engine.session(session_id).subscribe({ output: () => resolve() });
    });
    const running = execute(session_id, {
      code: 'x=kept; echo on; while :; do :; done',
      execution_id: 'running-1',
    });
    await started;
    const queued = execute(session_id, { code: 'echo never', execution_id: 'queued-1' });
    const unknown = { body: { execution_id: 'nobody-1' } };
    expect(await server.call('POST', path, unknown)).toMatchObject({
      body: { interrupted: false },
    });
    await expect
      .poll(() => server.call('POST', path, { body: { execution_id: 'queued-1' } }))
      .toMatchObject({ body: { interrupted: true } });
    expect(await queued).toMatchObject({ status: 'interrupted', output: '' });

    expect(await server.call('POST', path)).toMatchObject({ body: { interrupted: true } });
    expect(await running).toMatchObject({ status: 'interrupted', state: { outcome: 'kept' } });
    expect(await execute(session_id, { code: 'echo $x' })).toMatchObject({ output: 'kept\n' });
  });

  it('pr-003 R-SES-06 terminates during a run, once and for all, and frees the id', async () => {
    const session_id = 'terminateMe1';
    await server.create({ session_id });
    const started = new Promise<void>((resolve) => {
      server.engine.session(session_id).subscribe({ executionStarted: () => resolve() });
    });
    const pending = server.call('POST', `/sessions/${session_id}/execute`, {
      body: { code: 'lost=1; sleep 60' },
    });
    await started;
    const deleted = await server.call('DELETE', `/sessions/${session_id}`);
    expect(deleted).toMatchObject({ status: 204, body: '' });
    expect(await pending).toMatchObject({ status: 410, body: { code: 'SessionTerminated' } });
    const gone = { status: 410, body: { code: 'SessionTerminated' } };
    // A DELETE whose answer was lost can be sent again.
    expect(await server.call('DELETE', `/sessions/${session_id}`)).toMatchObject({ status: 204 });
    expect(await server.call('GET', `/sessions/${session_id}`)).toMatchObject(gone);

    await server.create({ session_id });
    const fresh = await execute(session_id, { code: 'echo "[$lost]"' });
    expect(fresh.output).toBe('[]\n');
  });

  it('pr-001 R-SES-11 runs two cells sent at once one after the other, output apart', async () => {
    const { session_id } = await server.create({ language: 'python' });
    const [a, b] = await Promise.all([
      execute(session_id, {
        code: 'import time\nfor i in range(5): print("A", i); time.sleep(0.02)\n"ra"',
      }),
      execute(session_id, { code: 'print("B"); "rb"' }),
    ]);
    expect(a).toMatchObject({ result: 'ra', output: 'A 0\nA 1\nA 2\nA 3\nA 4\n' });
    expect(b).toMatchObject({ result: 'rb', output: 'B\n' });
  });

  it('gives a sent-again request the one execution it asked for, running or ended', async () => {
    const { session_id } = await server.create({ language: 'python' });
    const request = { code: 'n = globals().get("n", 0) + 1; n', execution_id: 'only-once-1' };
    const [first, second] = await Promise.all([
      execute(session_id, request),
      execute(session_id, request),
    ]);
    expect(second).toEqual(first);
    expect(await execute(session_id, request)).toEqual(first);
    const asked = await server.call('GET', `/sessions/${session_id}/executions/only-once-1`);
    expect(asked).toMatchObject({ status: 200, body: first });
    expect(await execute(session_id, { code: 'n' })).toMatchObject({ result: 1 });
    expect(
      await server.call('POST', `/sessions/${session_id}/execute`, {
        body: { ...request, code: 'n' },
      }),
    ).toMatchObject({ status: 400, body: { issues: [{ field: 'execution_id' }] } });
  });

  it('keeps the results of the latest cells alone, and never runs a forgotten one again', async () => {
    const { session_id } = await server.create();
    const session = server.engine.session(session_id);
    const first = { code: 'n=$((n + 1)); echo $n', execution_id: 'first-of-many' };
    await execute(session_id, first);
    for (let i = 0; i < 250; i += 1) await session.execute(':');
    const path = `/sessions/${session_id}`;
    expect(await server.call('GET', `${path}/executions/first-of-many`)).toMatchObject({
      status: 404,
      body: { code: 'ExecutionNotFound' },
    });
    expect(await server.call('POST', `${path}/execute`, { body: first })).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'execution_id' }] },
    });
    expect(await execute(session_id, { code: 'echo $n' })).toMatchObject({ output: '1\n' });
  });

  it('runs the largest legal cell, escapes and all', async () => {
    const { session_id } = await server.create();
    const code = ': "'.padEnd(1_048_575, '\u0001') + '"';
    expect(await execute(session_id, { code })).toMatchObject({ status: 'ok' });
  });

  it('lists the runtimes', async () => {
    const { status, body } = await server.call('GET', '/runtimes');
    expect(status).toBe(200);
    const { runtimes } = runtimeListSchema.parse(body);
    expect(runtimes.map(({ language }) => language)).toEqual(['python', 'bash']);
    expect(runtimes.every(({ runtime }) => runtime !== null)).toBe(true);
  });

  it('answers health and readiness to everyone', async () => {
    for (const path of ['/health', '/ready']) {
      expect((await fetch(server.url + path)).status).toBe(200);
    }
  });
});

describe('pr-008 a client that leaves', () => {
  it('leaves its cell running; the result is there when it asks again', async () => {
    const { session_id } = await server.create({ language: 'python' });
    const session = server.engine.session(session_id);
    const leave = new AbortController();
    const firstOutput = new Promise<void>((resolve) => {
      session.subscribe({ output: () => resolve() });
    });
    const request = server.call('POST', `/sessions/${session_id}/execute`, {
      body: {
        code: 'import time\nfor i in range(5): print(i, flush=True); time.sleep(0.1)\n"fin"',
        execution_id: 'left-alone-1',
      },
      signal: leave.signal,
    });
    await firstOutput;
    leave.abort();
    await expect(request).rejects.toThrow();

    const answer = await server.call('GET', `/sessions/${session_id}/executions/left-alone-1`);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'ok', result: 'fin', output: '0\n1\n2\n3\n4\n' },
    });
    const { body } = await server.call('GET', `/sessions/${session_id}/history`);
    expect(body).toMatchObject({ total: 1, executions: [{ execution_id: 'left-alone-1' }] });
    expect(await server.call('GET', `/sessions/${session_id}`)).toMatchObject({
      body: { status: 'idle' },
    });
    expect(await execute(session_id, { code: '"again"' })).toMatchObject({ result: 'again' });
  });
});

describe('going back', () => {
  it('R-SES-12 undoes the last cell, and resets to a fresh interpreter', async () => {
    const { session_id } = await server.create({ language: 'python', checkpoint: 'every-cell' });
    const post = (path: string, body?: unknown) =>
      server.call('POST', `/sessions/${session_id}/${path}`, body === undefined ? {} : { body });
    await post('execute', { code: 'x = 1' });
    await post('execute', { code: 'x = 2' });
    expect(await post('undo')).toMatchObject({ status: 200, body: { outcome: 'restored' } });
    expect(await post('execute', { code: 'x' })).toMatchObject({ body: { result: 1 } });
    expect(await post('undo', { count: 9 })).toMatchObject({
      status: 409,
      body: { code: 'UndoNotPossible' },
    });
    expect(await post('reset')).toMatchObject({ status: 200, body: { outcome: 'reset' } });
    expect(await post('execute', { code: 'x' })).toMatchObject({ body: { status: 'error' } });
  });
});

import { ReplError } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../src/index.ts';
import { createTestEngine, expectProblem, startServer } from './fixture.ts';

const MAX_SESSIONS = 8;
const server = await startServer(createTestEngine({ maxSessions: MAX_SESSIONS }));
const { session_id: id } = await server.create();
const execute = (body: unknown, session = id) =>
  server.call('POST', `/sessions/${session}/execute`, { body });

describe('R-API-01 each error of the table', () => {
  it('InvalidRequest names the field, its value and why', async () => {
    const answer = await server.call('POST', '/sessions', {
      body: { language: 'bash', sandbox_mode: 'lenient', color: 'red' },
    });
    const { issues } = expectProblem(answer, 'InvalidRequest', 400);
    expect(issues).toMatchObject([
      { field: 'sandbox_mode', value: '"lenient"' },
      { field: 'color', value: '"red"', message: 'is not a known field' },
    ]);
    for (const query of [
      '?limit=0',
      '?limit=1001',
      '?limit=x',
      '?offset=-1',
      '?order=up',
      '?a=1',
    ]) {
      const history = await server.call('GET', `/sessions/${id}/history${query}`);
      expectProblem(history, 'InvalidRequest', 400);
    }
  });

  it('InvalidSessionId', async () => {
    expectProblem(await server.call('GET', '/sessions/short'), 'InvalidSessionId', 400);
    const create = { body: { language: 'bash', session_id: 'with-dashes' } };
    expectProblem(await server.call('POST', '/sessions', create), 'InvalidSessionId', 400);
  });

  it('InvalidCodeInput for no code, a wrong type and one byte over 1 MiB of UTF-8', async () => {
    const tooLong = `${'é'.repeat(524_288)}x`;
    expect(Buffer.byteLength(tooLong)).toBe(1_048_577);
    for (const code of ['', 1, null, undefined, ['echo'], '\ud800', tooLong]) {
      expectProblem(await execute({ code }), 'InvalidCodeInput', 400);
    }
  });

  it('InvalidResourceLimits names the limit, the value and the range', async () => {
    const limits = {
      max_cpu_time: 301,
      max_memory_mb: 15,
      max_output_size: 1023,
      max_expressions: 0,
      max_processes: 2.5,
      max_disk_mb: '64',
    };
    for (const [limit, value] of Object.entries(limits)) {
      const body = { language: 'bash', resource_limits: { [limit]: value } };
      const problem = expectProblem(
        await server.call('POST', '/sessions', { body }),
        'InvalidResourceLimits',
        400,
      );
      expect(problem.issues?.[0]).toMatchObject({
        field: `resource_limits.${limit}`,
        value: JSON.stringify(value),
      });
      expect(problem.detail).toMatch(/from \d+ to \d+/);
    }
    for (const timeout_ms of [99, 300_001, 0, -1, '5000']) {
      expectProblem(await execute({ code: ':', timeout_ms }), 'InvalidResourceLimits', 400);
    }
    const idle = { body: { language: 'bash', idle_timeout_s: 0 } };
    expectProblem(await server.call('POST', '/sessions', idle), 'InvalidResourceLimits', 400);
  });

  it('UnsupportedLanguage', async () => {
    const answer = await server.call('POST', '/sessions', { body: { language: 'cobol' } });
    expect(expectProblem(answer, 'UnsupportedLanguage', 400).detail).toContain('cobol');
  });

  it('MaliciousCodeDetected, with the findings, and the session goes on', async () => {
    const answer = await execute({ code: ':(){ :|:& };:' });
    const problem = expectProblem(answer, 'MaliciousCodeDetected', 403);
    expect(problem['findings']).toMatchObject([{ severity: 'deny' }]);
    expect(await execute({ code: 'echo fine' })).toMatchObject({ body: { output: 'fine\n' } });
  });

  it('NotFound for an address or a method that is not there', async () => {
    expectProblem(await server.call('GET', '/nothing'), 'NotFound', 404);
    expectProblem(await server.call('PUT', `/sessions/${id}`), 'NotFound', 404);
  });

  it('SessionNotFound and ExecutionNotFound', async () => {
    const unknown = '0123456789abcdef';
    expectProblem(await server.call('GET', `/sessions/${unknown}`), 'SessionNotFound', 404);
    expectProblem(await server.call('DELETE', `/sessions/${unknown}`), 'SessionNotFound', 404);
    expectProblem(await execute({ code: ':' }, unknown), 'SessionNotFound', 404);
    const execution = await server.call('GET', `/sessions/${id}/executions/${unknown}`);
    expectProblem(execution, 'ExecutionNotFound', 404);
  });

  it('SessionAlreadyExists', async () => {
    const body = { language: 'bash', session_id: id };
    expectProblem(await server.call('POST', '/sessions', { body }), 'SessionAlreadyExists', 409);
  });

  it('SessionBusy when asked to refuse, and the running cell is not disturbed', async () => {
    const started = new Promise<void>((resolve) => {
      const stop = server.engine.session(id).subscribe({
        executionStarted() {
          stop();
          resolve();
        },
      });
    });
    const running = execute({ code: 'read -t 5 < <(sleep 0.3; echo done); echo $REPLY' });
    await started;
    expectProblem(await execute({ code: 'echo me', on_busy: 'refuse' }), 'SessionBusy', 409);
    expect(await running).toMatchObject({ body: { status: 'ok', output: 'done\n' } });
  });

  it('SessionTerminated and SessionTimeout', async () => {
    const ended = await server.create();
    await server.call('DELETE', `/sessions/${ended.session_id}`);
    expectProblem(await execute({ code: ':' }, ended.session_id), 'SessionTerminated', 410);

    const idle = await server.create({ idle_timeout_s: 1 });
    const expired = new Promise<void>((resolve) => {
      server.engine.session(idle.session_id).subscribe({
        updated({ status }) {
          if (status === 'terminated') resolve();
        },
      });
    });
    await expired;
    expectProblem(await execute({ code: ':' }, idle.session_id), 'SessionTimeout', 410);
  });

  it('PayloadTooLarge and UnsupportedMediaType', async () => {
    const huge = JSON.stringify({ code: 'x'.repeat(9_000_000) });
    expectProblem(await execute(huge), 'PayloadTooLarge', 413);
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-encoding': 'gzip' },
    ]) {
      const answer = await server.call('POST', `/sessions/${id}/execute`, {
        body: '{"code":"echo ran > ran"}',
        headers,
      });
      expectProblem(answer, 'UnsupportedMediaType', 415);
    }
    expect(await execute({ code: 'ls' })).toMatchObject({ body: { output: '' } });
  });

  it('ExpressionLimitExceeded', async () => {
    const { session_id } = await server.create({ resource_limits: { max_expressions: 1 } });
    expect((await execute({ code: ':' }, session_id)).status).toBe(200);
    expectProblem(await execute({ code: ':' }, session_id), 'ExpressionLimitExceeded', 429);
    await server.call('DELETE', `/sessions/${session_id}`);
  });

  it('R-SES-07 ConcurrentSessionLimit, until one has ended', async () => {
    const free = MAX_SESSIONS - server.engine.sessions().length;
    const created = await Promise.all(Array.from({ length: free }, () => server.create()));
    const body = { language: 'bash' };
    expectProblem(await server.call('POST', '/sessions', { body }), 'ConcurrentSessionLimit', 429);
    await server.call('DELETE', `/sessions/${created[0]?.session_id}`);
    expect(await server.call('POST', '/sessions', { body })).toMatchObject({ status: 201 });
  });
});

describe('failures that are not the client’s', () => {
  it('R-SEC-07 InternalError tells the client nothing and the log everything but secrets', async () => {
    const lines: string[] = [];
    const engine = createTestEngine();
    const broken = await startServer(
      { ...engine, runtimes: () => Promise.reject(new Error('/root/secret/place broke')) },
      {
        logger: createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } }),
      },
    );
    const problem = expectProblem(await broken.call('GET', '/runtimes'), 'InternalError', 500);
    expect(problem.detail).not.toContain('secret');
    const logged = lines.find((line) => line.includes('/root/secret/place broke')) ?? '{}';
    expect(JSON.parse(logged)).toMatchObject({ level: 50, request_id: problem.request_id });
  });

  it('SandboxUnavailable passes on what the host lacks', async () => {
    const engine = createTestEngine();
    const lacking = new ReplError('SandboxUnavailable', 'bubblewrap is not installed.');
    const unable = await startServer({ ...engine, createSession: () => Promise.reject(lacking) });
    const answer = await unable.call('POST', '/sessions', { body: { language: 'bash' } });
    const problem = expectProblem(answer, 'SandboxUnavailable', 503);
    expect(problem.detail).toBe('bubblewrap is not installed.');
  });
});

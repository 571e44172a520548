import type { OutputEvent } from '@repltool/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient, type LiveConnection, type LiveListener } from '../src/index.ts';
import { TOKEN, openLine, startServer } from './fixture.ts';

const { url, engine } = await startServer();
const line = await openLine(url);

const connections: LiveConnection[] = [];
afterAll(() => connections.forEach((connection) => connection.close()));
function connect(options: { baseUrl?: string; token?: string } = {}): LiveConnection {
  const connection = createClient({ baseUrl: url, token: TOKEN, ...options }).connect();
  connections.push(connection);
  return connection;
}

/** Everything a session tells, as short lines. */
function record(): { readonly told: string[]; readonly listener: LiveListener } {
  const told: string[] = [];
  const listener: LiveListener = {
    output: ({ seq, text }) => told.push(`${seq} ${text.trim()}`),
    executionStarted: ({ code }) => told.push(`started ${code}`),
    executionFinished: ({ status }) => told.push(`finished ${status}`),
    gap: ({ from, to }) => told.push(`gap ${from}-${to}`),
    lost: ({ name, message }) => told.push(`lost ${name} ${message}`),
  };
  return { told, listener };
}

describe('R-API-02 the live channel', () => {
  it('streams a cell’s output before the cell ends, and all of it before the result', async () => {
    const session = await connect().createSession({ language: 'bash' });
    let first: (event: OutputEvent) => void = () => undefined;
    const firstOutput = new Promise<OutputEvent>((resolve) => (first = resolve));
    let text = '';
    const code = 'echo early; until [ -e go ]; do read -t 0.05 < <(sleep 1); done; echo late';
    const running = session.execute(code, {
      onOutput(event) {
        text += event.text;
        first(event);
      },
    });
    expect(await firstOutput).toMatchObject({ text: 'early\n', stream: 'stdout' });
    expect(engine.session(session.id).history().total).toBe(0);
    expect(await session.interrupt()).toBe(true);
    const result = await running;
    expect(result).toMatchObject({ status: 'interrupted', output: 'early\n' });
    expect(text).toBe('early\n');
    expect(await session.info()).toMatchObject({ session_id: session.id, expression_count: 1 });
  });

  it('gives each cell its own output alone', async () => {
    const session = await connect().createSession({ language: 'bash' });
    const outputs = await Promise.all(
      ['a', 'b', 'c'].map(async (letter) => {
        let text = '';
        await session.execute(`for i in 1 2 3; do echo ${letter}$i; done`, {
          onOutput: (event) => (text += event.text),
        });
        return text;
      }),
    );
    expect(outputs).toEqual(['a1\na2\na3\n', 'b1\nb2\nb3\n', 'c1\nc2\nc3\n']);
  });

  it('tells a second client what happened before it came, in order', async () => {
    const session = await connect().createSession({ language: 'bash' });
    await session.execute('echo one');
    await session.execute('x=1');
    const { told, listener } = record();
    const late = connect().session(session.id);
    const stop = await late.subscribe(listener, { cursor: 0 });
    await session.execute('echo two');
    await expect.poll(() => told.at(-1)).toBe('finished ok');
    await expect
      .poll(() => told)
      .toEqual([
        ...['started echo one', '0 one', 'finished ok'],
        ...['started x=1', 'finished ok'],
        ...['started echo two', '1 two', 'finished ok'],
      ]);
    stop();
    stop();
    const fresh = record();
    await late.subscribe(fresh.listener);
    await session.execute('echo three');
    await expect.poll(() => fresh.told).toEqual(['started echo three', '2 three', 'finished ok']);
    expect(told).toHaveLength(8);
  });

  it('throws what the server refused', async () => {
    const connection = connect();
    await expect(connection.createSession({ language: 'cobol' })).rejects.toMatchObject({
      code: 'UnsupportedLanguage',
    });
    const nobody = connection.session('0123456789abcdef');
    await expect(nobody.info()).rejects.toMatchObject({ code: 'SessionNotFound' });
    await expect(nobody.subscribe({})).rejects.toMatchObject({ code: 'SessionNotFound' });
    await expect(nobody.execute(':', { onOutput: () => undefined })).rejects.toMatchObject({
      code: 'SessionNotFound',
    });
    const session = await connection.createSession({ language: 'bash' });
    await expect(session.execute('')).rejects.toMatchObject({ code: 'InvalidCodeInput' });
    await session.terminate();
    await expect(session.info()).rejects.toMatchObject({ code: 'SessionTerminated' });
  });

  it('stops the cell whose signal is aborted, and no other', async () => {
    const session = await connect().createSession({ language: 'bash' });
    const first = new AbortController();
    const second = new AbortController();
    const reason = new Error('enough');
    let isRunning: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (isRunning = resolve));
    const running = session.execute('echo on; sleep 60', {
      signal: first.signal,
      onOutput: () => isRunning(),
    });
    await started;
    const queued = session.execute('echo never', { signal: second.signal });
    const last = session.execute('echo last');
    second.abort(reason);
    await expect(queued).rejects.toBe(reason);
    first.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(await last).toMatchObject({ output: 'last\n' });
    await expect
      .poll(() =>
        engine
          .session(session.id)
          .history()
          .executions.map(({ status }) => status),
      )
      .toEqual(['interrupted', 'interrupted', 'ok']);
  });
});

describe('R-API-02 a lost connection', () => {
  it('costs nothing: each event comes once, in order, and the result of the running cell', async () => {
    const connection = connect({ baseUrl: line.url });
    const session = await connection.createSession({ language: 'bash' });
    const { told, listener } = record();
    await session.subscribe(listener, { cursor: 0 });
    const statuses: string[] = [];
    connection.onStatus((status) => {
      statuses.push(status);
    });
    let count = 0;
    const result = await session.execute('for i in {1..60}; do echo $i; sleep 0.02; done', {
      onOutput() {
        count += 1;
        if (count % 15 === 0) line.cut();
      },
    });
    const lines = Array.from({ length: 60 }, (_, i) => `${i + 1}\n`).join('');
    expect(result).toMatchObject({ status: 'ok', output: lines });
    await expect.poll(() => told.at(-1)).toBe('finished ok');
    const outputs = told.slice(1, -1);
    expect(outputs.map((text) => Number(text.split(' ')[0]))).toEqual(outputs.map((_, i) => i));
    expect(outputs.map((text) => text.replace(/^\d+ /, '')).join('\n')).toBe(lines.trim());
    expect(statuses).toContain('reconnecting');
    expect(connection.status).toBe('connected');
    expect(await session.execute('echo $i')).toMatchObject({ output: '60\n' });
  });

  it('while a cell ends without output does not hide its end', async () => {
    const connection = connect({ baseUrl: line.url });
    const session = await connection.createSession({ language: 'bash' });
    const { told, listener } = record();
    await session.subscribe(listener);
    const running = session.execute('sleep 0.3');
    await expect.poll(() => told).toEqual(['started sleep 0.3']);
    line.cut();
    expect(await running).toMatchObject({ status: 'ok' });
    await expect.poll(() => told).toEqual(['started sleep 0.3', 'finished ok']);
  });

  it('during a request that must not be sent twice is told', async () => {
    const connection = connect({ baseUrl: line.url });
    const session = await connection.createSession({ language: 'bash' });
    line.clog();
    const info = session.info();
    line.cut();
    await expect(info).rejects.toMatchObject({ failure: 'lost' });
    expect(await session.info()).toMatchObject({ session_id: session.id });
  });

  it('to a server that comes back without the session is told to who watched it', async () => {
    const first = await startServer();
    const { port } = new URL(first.url);
    const connection = connect({ baseUrl: first.url });
    const session = await connection.createSession({ language: 'bash' });
    const { told, listener } = record();
    await session.subscribe(listener);
    await first.close();
    await expect.poll(() => connection.status).toBe('reconnecting');
    await startServer(Number(port));
    await expect.poll(() => told).toEqual([`lost ReplError There is no session ${session.id}.`]);
    expect(connection.status).toBe('connected');
  });
});

describe('a slow client', () => {
  it('costs the server no memory, and is told what it missed', async () => {
    const connection = connect({ baseUrl: line.url });
    const session = await connection.createSession({
      language: 'bash',
      resource_limits: { max_output_size: 1024 * 1024 },
    });
    let received = 0;
    let missed = 0;
    let finished = 0;
    await session.subscribe({
      output: () => (received += 1),
      gap: ({ from, to }) => (missed += to - from),
      executionFinished: () => (finished += 1),
    });
    line.clog();
    const other = connect().session(session.id);
    let cursor = 0;
    for (let i = 0; i < 30; i += 1) {
      ({ output_cursor: cursor } = await other.execute("head -c 900000 /dev/zero | tr '\\0' x"));
    }
    line.unclog();
    await expect.poll(() => finished).toBeGreaterThan(0);
    await expect.poll(() => received + missed).toBe(cursor);
    expect(missed).toBeGreaterThan(0);
  });
});

describe('a connection', () => {
  it('R-SEC-01 with a wrong token is closed, says why, and rejects what waits', async () => {
    const connection = connect({ token: 'wrong' });
    const waiting = connection.createSession({ language: 'bash' });
    await expect(waiting).rejects.toMatchObject({ code: 'Unauthorized' });
    expect(connection.status).toBe('closed');
    expect(connection.error).toMatchObject({ code: 'Unauthorized' });
    await expect(connection.session('0123456789').info()).rejects.toMatchObject({
      code: 'Unauthorized',
    });
  });

  it('that is closed rejects what waits, ends no session, and may be closed twice', async () => {
    const connection = connect();
    const session = await connection.createSession({ language: 'bash' });
    const { told, listener } = record();
    await session.subscribe(listener);
    const running = session.execute('echo goes on');
    connection.close();
    connection.close();
    await expect(running).rejects.toMatchObject({ failure: 'closed' });
    await expect(session.info()).rejects.toMatchObject({ failure: 'closed' });
    expect(connection.status).toBe('closed');
    expect(connection.error).toBeNull();
    expect(told).toEqual([]);
    expect(await connect().session(session.id).execute('echo still')).toMatchObject({
      output: 'still\n',
    });
  });

  it('to a server that is not there keeps trying until it is closed or the request is aborted', async () => {
    const connection = connect({ baseUrl: 'http://127.0.0.1:1' });
    const controller = new AbortController();
    const waiting = connection.createSession({ language: 'bash' }, { signal: controller.signal });
    await expect.poll(() => connection.status).toBe('reconnecting');
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

import { SOCKET_REQUESTS, ackSchema, type Ack } from '@repltool/protocol';
import { Manager, io, type Socket } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { TOKEN, createTestEngine, startServer } from './fixture.ts';

const server = await startServer(createTestEngine());

const sockets: Socket[] = [];
afterAll(() => sockets.forEach((socket) => socket.disconnect()));

async function connect(transport = 'websocket'): Promise<Socket> {
  const socket = io(server.url, {
    forceNew: true,
    transports: [transport],
    auth: { token: TOKEN },
  });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  return socket;
}

const ask = async (socket: Socket, name: string, ...payload: unknown[]): Promise<Ack> =>
  ackSchema.parse(await socket.emitWithAck(name, ...payload));

const refusedWith = (code: string) => ({ ok: false, problem: { code } });

describe.each(['websocket', 'polling'])('R-API-02 the live channel by %s', (transport) => {
  it('creates, watches, runs, interrupts and terminates', async () => {
    const socket = await connect(transport);
    const session_id = `live${transport}`;
    const created = await ask(socket, 'session-create', { language: 'bash', session_id });
    expect(created).toMatchObject({ ok: true, data: { session_id } });

    const pushed: string[] = [];
    socket.on('execution-started', ({ code }: { code: string }) => pushed.push(`started ${code}`));
    socket.on('output', ({ text }: { text: string }) => pushed.push(`output ${text.trim()}`));
    socket.on('execution-finished', ({ status }: { status: string }) => pushed.push(status));
    const subscribed = await ask(socket, 'session-subscribe', { session_id });
    expect(subscribed).toMatchObject({ ok: true, data: { session_id, cursor: 0 } });

    const ran = await ask(socket, 'cell-execute', { session_id, code: 'echo hi' });
    expect(ran).toMatchObject({ ok: true, data: { output: 'hi\n', success: true } });
    expect(pushed).toEqual(['started echo hi', 'output hi', 'ok']);

    const endless = ask(socket, 'cell-execute', { session_id, code: 'while :; do :; done' });
    await expect.poll(() => pushed.at(-1)).toBe('started while :; do :; done');
    const interrupted = await ask(socket, 'cell-interrupt', { session_id });
    expect(interrupted).toEqual({ ok: true, data: { interrupted: true } });
    expect(await endless).toMatchObject({ ok: true, data: { status: 'interrupted' } });

    expect(await ask(socket, 'session-get', { session_id })).toMatchObject({
      ok: true,
      data: { expression_count: 2 },
    });
    expect(await ask(socket, 'session-terminate', { session_id })).toEqual({
      ok: true,
      data: null,
    });
    expect(await ask(socket, 'session-get', { session_id })).toMatchObject(
      refusedWith('SessionTerminated'),
    );
  });
});

describe('pr-006 a malformed event', () => {
  it('is answered with a problem, whatever it holds', async () => {
    const socket = await connect();
    const { session_id } = await server.create();
    for (const name of Object.keys(SOCKET_REQUESTS)) {
      for (const payload of [
        undefined,
        null,
        [],
        'x',
        123,
        {},
        { session_id: 1 },
        { a: { b: 1 } },
      ]) {
        const ack = await ask(socket, name, payload);
        expect(ack).toMatchObject({ ok: false, problem: { status: 400 } });
      }
    }
    for (const bad of [
      { code: 1 },
      { code: '' },
      { code: 'echo 1', extra: true },
      { code: 'echo 1', timeout_ms: 1 },
      { code: 'echo 1', execution_id: '../..' },
      { code: 'echo 1', language: 'cobol' },
    ]) {
      const ack = await ask(socket, 'cell-execute', { session_id, ...bad });
      expect(ack).toMatchObject({ ok: false, problem: { status: 400 } });
    }
    expect(server.engine.session(session_id).history().total).toBe(0);
  });

  it('with an unknown name, no payload or no acknowledgement breaks nothing', async () => {
    const socket = await connect();
    expect(await ask(socket, 'session-destroy-all', {})).toMatchObject(refusedWith('NotFound'));
    expect(await ask(socket, '__proto__', {})).toMatchObject(refusedWith('NotFound'));
    expect(await ask(socket, 'toString')).toMatchObject(refusedWith('NotFound'));
    expect(await ask(socket, 'session-get')).toMatchObject({ ok: false, problem: { status: 400 } });
    socket.emit('cell-execute');
    socket.emit('cell-execute', { code: 1 });
    socket.emit('session-get', null, 'not a function');
    socket.emit('nothing');
    socket.emit('session-subscribe', Buffer.from([1, 2, 3]), () => undefined);
    const { session_id } = await server.create();
    expect(await ask(socket, 'session-get', { session_id })).toMatchObject({ ok: true });
  });

  it('that is nested without end costs its connection before any token, and no time of the server', async () => {
    const manager = new Manager(server.url, { transports: ['websocket'], reconnection: false });
    await new Promise<void>((resolve) => manager.once('open', () => resolve()));
    const closed = new Promise((resolve) => manager.once('close', resolve));
    const brackets = 7_000_000;
    manager.engine.write(`2["session-get",${'['.repeat(brackets)}${']'.repeat(brackets)}]`);
    expect(await closed).toBe('transport close');
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it('pr-005 odd session ids are refused', async () => {
    const socket = await connect();
    for (const session_id of ['__proto__', '../../x', '', 'a\u0000b', 'x'.repeat(4000)]) {
      expect(await ask(socket, 'session-get', { session_id })).toMatchObject(
        refusedWith('InvalidSessionId'),
      );
    }
  });
});

describe('sv-001 an event that is too large', () => {
  it('is refused in its acknowledgement, and the running cell does not notice', async () => {
    const socket = await connect();
    const { session_id } = await server.create({ language: 'python' });
    const execute = (code: string) => ask(socket, 'cell-execute', { session_id, code });
    const survivor = execute('import time\ntime.sleep(0.5); "survivor"');
    expect(await execute('#'.repeat(3_000_000))).toMatchObject(refusedWith('InvalidCodeInput'));
    expect(await survivor).toMatchObject({ ok: true, data: { result: 'survivor' } });
    expect(socket.connected).toBe(true);
  });

  it('above the transport’s own limit costs the connection, and no cell', async () => {
    const socket = await connect();
    const { session_id } = await server.create({ language: 'python' });
    const request = {
      session_id,
      code: 'import time\ntime.sleep(0.5); 1',
      execution_id: 'survivor1',
    };
    socket.emit('cell-execute', request);
    const lost = new Promise((resolve) => socket.once('disconnect', resolve));
    socket.emit('cell-execute', { session_id, code: '#'.repeat(17_000_000) });
    await lost;
    const again = await connect();
    expect(await ask(again, 'cell-execute', request)).toMatchObject({
      ok: true,
      data: { result: 1 },
    });
  });
});

describe('pr-016 two clients of one session', () => {
  it('see the same events if they subscribed, none if not, and the session outlives either', async () => {
    const [one, two, deaf] = await Promise.all([connect(), connect(), connect()]);
    const { session_id } = await server.create({ language: 'python' });
    const eventsOf = (socket: Socket): unknown[] => {
      const events: unknown[] = [];
      socket.onAny((...event: unknown[]) => events.push(event));
      return events;
    };
    const seen = [one, two, deaf].map(eventsOf);
    await ask(one, 'session-subscribe', { session_id });
    await ask(two, 'session-subscribe', { session_id });
    await ask(one, 'cell-execute', { session_id, code: 'shared = 1' });
    const sum = await ask(two, 'cell-execute', { session_id, code: 'shared += 1; shared' });
    expect(sum).toMatchObject({ ok: true, data: { result_text: '2' } });
    const code = 'print("hello", flush=True)\n"done"';
    const done = await ask(one, 'cell-execute', { session_id, code });
    expect(done).toMatchObject({ ok: true, data: { result: 'done' } });

    const isLast = (event: unknown): boolean => JSON.stringify(event).includes('"done"');
    await expect.poll(() => seen.slice(0, 2).every((events) => events.some(isLast))).toBe(true);
    const cells = (events: unknown[] = []) =>
      events.filter((event) => Array.isArray(event) && event[0] !== 'session-updated');
    expect(cells(seen[0]).map((event) => (event as unknown[])[0])).toEqual([
      ...['execution-started', 'execution-finished'],
      ...['execution-started', 'execution-finished'],
      ...['execution-started', 'output', 'execution-finished'],
    ]);
    expect(cells(seen[1])).toEqual(cells(seen[0]));
    expect(seen[2]).toEqual([]);

    one.disconnect();
    const left = await ask(two, 'cell-execute', { session_id, code: 'shared' });
    expect(left).toMatchObject({ ok: true, data: { result_text: '2' } });
    await ask(two, 'session-unsubscribe', { session_id });
    const before = seen[1]?.length;
    await ask(two, 'cell-execute', { session_id, code: 'print("unheard")' });
    expect(seen[1]?.length).toBe(before);
  });
});

describe('pr-010 the order of pushes', () => {
  it('has all output of a cell before its end, and none of it in the next', async () => {
    const socket = await connect();
    const { session_id } = await server.create({ language: 'python' });
    let text = '';
    const ends: string[] = [];
    socket.on('output', (event: { text: string; stream: string }) => {
      if (event.stream === 'stdout') text += event.text;
    });
    socket.on('execution-finished', () => {
      ends.push(text.slice(-6));
      text = '';
    });
    await ask(socket, 'session-subscribe', { session_id });
    const code =
      'import sys, subprocess\nsys.stdout.write("x" * 300000); sys.stderr.write("y" * 1000); sys.stdout.flush()\n' +
      'subprocess.run(["sh", "-c", "printf z"])\nprint("END")';
    for (let round = 0; round < 10; round += 1) {
      await ask(socket, 'cell-execute', { session_id, code });
      await ask(socket, 'cell-execute', { session_id, code: 'pass' });
    }
    await expect.poll(() => ends.length).toBe(20);
    expect(ends).toEqual(Array.from({ length: 10 }, () => ['xzEND\n', '']).flat());
  });
});

describe('RateLimited', () => {
  it('a client with too many waiting requests is refused more, and served again after', async () => {
    const socket = await connect();
    const { session_id } = await server.create();
    const others = await Promise.all([server.create(), server.create()]);
    const cells = [session_id, ...others.map((other) => other.session_id)].flatMap((id) =>
      Array.from({ length: 100 }, () =>
        ask(socket, 'cell-execute', { session_id: id, code: 'sleep 0.01' }),
      ),
    );
    const answers = await Promise.all(cells);
    const refused = answers.filter((ack) => !ack.ok);
    expect(refused).toHaveLength(300 - 256);
    for (const ack of refused) expect(ack).toMatchObject(refusedWith('RateLimited'));
    expect(await ask(socket, 'session-get', { session_id })).toMatchObject({ ok: true });
  });
});

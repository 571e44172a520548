import { connect } from 'node:net';
import { once } from 'node:events';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import { TOKEN, createTestEngine, startServer, type ServerFixture } from './fixture.ts';

/** A session whose interpreter has started, and a promise of its next cell's start. */
async function warmSession(server: ServerFixture): Promise<{ id: string; started: Promise<void> }> {
  const { session_id: id } = await server.create();
  const session = server.engine.session(id);
  await session.execute(':');
  const started = new Promise<void>((resolve) => {
    session.subscribe({ executionStarted: () => resolve() });
  });
  return { id, started };
}

it('a server that closes answers what runs, ends its sockets, takes nothing new, and may close twice', async () => {
  const server = await startServer(createTestEngine());
  const { id, started } = await warmSession(server);
  const socket = io(server.url, { transports: ['websocket'], auth: { token: TOKEN } });
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  const body = { code: 'sleep 60' };
  const running = server.call('POST', `/sessions/${id}/execute`, { body });
  await started;

  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  await server.close();
  expect(await ended).toBe('transport close');
  socket.disconnect();
  expect(await running).toMatchObject({ status: 410, body: { code: 'SessionTerminated' } });
  await expect(server.call('GET', '/sessions')).rejects.toThrow();
  await server.close();
});

it('ShuttingDown is what a request on an open connection gets meanwhile', async () => {
  const server = await startServer(createTestEngine());
  const { id, started } = await warmSession(server);
  const request = (method: string, path: string, body = ''): string =>
    `${method} /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const keepAlive = connect(server.port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  keepAlive.on('data', (chunk: string) => (text += chunk));
  keepAlive.write(request('POST', `/sessions/${id}/execute`, '{"code":"sleep 60"}'));
  await started;
  const closing = server.close();
  keepAlive.write(request('GET', '/sessions'));
  await once(keepAlive, 'close');
  await closing;
  expect(text).toMatch(/HTTP\/1\.1 410 [^]*"code":"SessionTerminated"/);
  expect(text).toMatch(/HTTP\/1\.1 503 [^]*"code":"ShuttingDown"/);
});

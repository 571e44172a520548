import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { once } from 'node:events';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../src/index.ts';
import { TOKEN, createTestEngine, expectProblem, startServer } from './fixture.ts';

const lines: string[] = [];
const server = await startServer(createTestEngine(), {
  logger: createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } }),
});
const { session_id: id } = await server.create({ environment: { API_KEY: 'env-s3cret' } });

const ENDPOINTS = [
  ['POST', '/sessions', { language: 'bash' }],
  ['GET', '/sessions', undefined],
  ['GET', `/sessions/${id}`, undefined],
  ['DELETE', `/sessions/${id}`, undefined],
  ['POST', `/sessions/${id}/execute`, { code: 'echo 1' }],
  ['GET', `/sessions/${id}/executions/0123456789`, undefined],
  ['POST', `/sessions/${id}/interrupt`, {}],
  ['GET', `/sessions/${id}/history`, undefined],
  ['GET', `/sessions/${id}/output`, undefined],
  ['GET', '/runtimes', undefined],
] as const;

const expectNothingDone = (): void => {
  expect(server.engine.sessions().map((session) => session.id)).toEqual([id]);
  expect(server.engine.session(id).history().total).toBe(0);
};

/** Connects a socket and gives the error that comes of it. */
async function refusedSocket(
  options: Parameters<typeof io>[1],
): Promise<Error & { data?: unknown }> {
  const socket = io(server.url, { forceNew: true, reconnection: false, ...options });
  try {
    return await new Promise((resolve, reject) => {
      socket.on('connect_error', resolve);
      socket.on('connect', () => reject(new Error('the socket was let in')));
    });
  } finally {
    socket.disconnect();
  }
}

describe('R-SEC-01 the token', () => {
  it.each(ENDPOINTS)('is needed for %s %s', async (method, path, body) => {
    for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      const answer = await server.call(method, path, { body, headers: { authorization } });
      expectProblem(answer, 'Unauthorized', 401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expectNothingDone();
  });

  it('is not taken from the query', async () => {
    const response = await fetch(`${server.url}/api/v1/sessions?token=${TOKEN}`);
    expect(response.status).toBe(401);
  });

  it.each(['websocket', 'polling'])('is needed for the live channel by %s', async (transport) => {
    for (const auth of [{}, { token: 'wrong' }, { token: null }, { token: [TOKEN] }]) {
      const error = await refusedSocket({ transports: [transport], auth });
      expect(error.data).toMatchObject({ code: 'Unauthorized', status: 401 });
    }
  });

  it('R-SEC-07 failed attempts are in the log; tokens, code and environment never', async () => {
    lines.length = 0;
    const wrong = { headers: { authorization: 'Bearer wrong-s3cret' } };
    await server.call('GET', '/sessions', wrong);
    await refusedSocket({ transports: ['websocket'], auth: { token: 'wrong-s3cret' } });
    await fetch(`${server.url}/?token=${TOKEN}`);
    const other = await server.create({ environment: { API_KEY: 'env-s3cret' } });
    const body = { code: 'echo code-s3cret' };
    await server.call('POST', `/sessions/${other.session_id}/execute`, { body });
    await server.call('DELETE', `/sessions/${other.session_id}`);

    const log = lines.join('');
    expect(lines.filter((line) => line.includes('no valid token'))).toHaveLength(2);
    expect(log).toContain(other.session_id);
    expect(log).not.toMatch(/s3cret/);
    expect(log).not.toContain(TOKEN);
  });
});

describe('R-SEC-08 sv-003 a page of another site', () => {
  const HEADERS = [
    { host: `evil.example:${server.port}` },
    { host: 'evil.example' },
    { host: `localhost.evil.example:${server.port}` },
    { host: `127.0.0.1:${server.port}`, origin: 'https://evil.example' },
    { host: `127.0.0.1:${server.port}`, origin: 'null' },
    { host: `127.0.0.1:${server.port}`, origin: `http://localhost:${server.port}` },
  ];

  const request = (method: string, path: string, headers: Record<string, string>, body = '') =>
    server.raw(
      [
        `${method} ${path} HTTP/1.1`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        `Authorization: Bearer ${TOKEN}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );

  it.each(HEADERS)('is refused everywhere, with %j', async (headers) => {
    for (const [method, path, body] of ENDPOINTS) {
      const type = { 'content-type': 'application/json' };
      const answer = await request(
        method,
        `/api/v1${path}`,
        { ...headers, ...type },
        body && JSON.stringify(body),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer).toContain('"code":"Forbidden"');
    }
    for (const path of ['/', '/health', '/nothing']) {
      expect(await request('GET', path, headers)).toMatch(/^HTTP\/1\.1 403 /);
    }
    expectNothingDone();
  });

  it.each(HEADERS)('is refused by the live channel, with %j', async (headers) => {
    const path = '/socket.io/?EIO=4&transport=';
    expect(await request('GET', `${path}polling`, headers)).toMatch(/^HTTP\/1\.1 403 /);
    const upgrade = await server.raw(
      [
        `GET ${path}websocket HTTP/1.1`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    );
    expect(upgrade).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('gets no leave from a preflight, nor by a request that needs none', async () => {
    const foreign = { host: `127.0.0.1:${server.port}`, origin: 'https://evil.example' };
    const preflight = await request('OPTIONS', '/api/v1/sessions', {
      ...foreign,
      'access-control-request-method': 'POST',
    });
    expect(preflight).toMatch(/^HTTP\/1\.1 40[34] /);
    const simple = await request(
      'POST',
      `/api/v1/sessions/${id}/execute`,
      { ...foreign, 'content-type': 'text/plain' },
      '{"code":"echo 1"}',
    );
    expect(simple).toMatch(/^HTTP\/1\.1 403 /);
    for (const answer of [preflight, simple]) {
      expect(answer.toLowerCase()).not.toContain('access-control-allow');
    }
    expectNothingDone();
  });

  it('does not keep out the server’s own page and programs', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const own = { host: `${host}:${server.port}`, origin: `http://${host}:${server.port}` };
      const answer = await request('GET', '/api/v1/sessions', own);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer.toLowerCase()).not.toContain('access-control-allow');
    }
  });
});

describe('R-SEC-04 the address', () => {
  it('is loopback alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      const socket = connect(server.port, address);
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
      expect(error.code).toBe('ECONNREFUSED');
    }
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
  });

  it('that is taken is said in one line', async () => {
    const second = startServer(createTestEngine(), { port: server.port });
    await expect(second).rejects.toThrow(
      `Port ${server.port} on 127.0.0.1 is in use. Choose another with --port or REPLTOOL_PORT.`,
    );
  });
});

import { problemSchema } from '@repltool/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { TOKEN, createTestEngine, expectNothingOfTheHost, startServer } from './fixture.ts';

const server = await startServer(createTestEngine());
const { session_id: id } = await server.create();

afterAll(async () => {
  // Whatever was sent: nothing ran, and the server is well.
  expect(server.engine.session(id).history().total).toBe(0);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

const expectRefused = (answer: { status: number; body: unknown }): void => {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(problemSchema.parse(answer.body).status).toBe(answer.status);
  expectNothingOfTheHost(JSON.stringify(answer.body));
};

describe('pr-006 a malformed request gets its problem and runs nothing', () => {
  it.each([
    '{',
    'null',
    '[]',
    '"x"',
    '123',
    '{"code":1}',
    '{"code":null}',
    '{}',
    '{"code":"echo 1","code":"echo 2"}',
    '{"code":"echo 1","language":"cobol"}',
    '{"code":"echo 1","extra":true}',
    '\ufeff{"code":"echo 1"}',
    '{"code":"\\u00',
    '{"code":"echo 1"}garbage',
    '{"__proto__":{"code":"echo 1"}}',
    '',
  ])('%j', async (body) => {
    expectRefused(
      await server.call('POST', `/sessions/${id}/execute`, {
        body,
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(Object.hasOwn(Object.prototype, 'code')).toBe(false);
  });

  it.each([
    ['3 MB that are not JSON', 'x'.repeat(3_000_000)],
    ['a million brackets', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
    ['code within a million objects', `${'{"code":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`],
  ])('%s', async (_name, body) => {
    expectRefused(await server.call('POST', `/sessions/${id}/execute`, { body }));
  });

  it('a body that is no UTF-8', async () => {
    const response = await fetch(`${server.url}/api/v1/sessions/${id}/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: Buffer.from([...Buffer.from('{"code":"echo '), 0xff, ...Buffer.from('"}')]),
    });
    expectRefused({ status: response.status, body: await response.json() });
  });

  it.each([
    ['no HTTP at all', 'nonsense\r\n\r\n'],
    ['a header without end', `GET /health HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ])('%s', async (_name, bytes) => {
    const text = await server.raw(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/);
    expectRefused({ status: 400, body: JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) });
  });

  it('a body that ends before its length', async () => {
    const text = await server.raw(
      `POST /api/v1/sessions/${id}/execute HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a"',
      { hangUp: true },
    );
    expect(text).not.toContain('200 OK');
    expectNothingOfTheHost(text);
  });
});

describe('pr-005 R-SES-02 ids that are names of something else', () => {
  const ids = [
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then'],
    ...[
      '..',
      '../x',
      'a/b',
      'a%2fb',
      '.',
      '',
      '   ',
      'a\u0000b',
      '\u00e9',
      'e\u0301',
      '\ud83d\ude80',
    ],
    ...['A'.repeat(400), 'con', '0', 'null', 'undefined', '-1', 'a b', 'a\nb', '<img src=x>'],
  ];
  const isLegal = (odd: string): boolean => /^[a-zA-Z0-9]{8,32}$/.test(odd);

  const titled = ids.map((odd) => [JSON.stringify(odd).slice(0, 40), odd] as const);
  it.each(titled)('%s is unknown or refused', async (_title, odd) => {
    const path = `/sessions/${encodeURIComponent(odd).replaceAll('.', '%2e')}`;
    const answers = [
      await server.call('GET', path),
      await server.call('POST', `${path}/execute`, { body: { code: 'echo 1' } }),
      await server.call('DELETE', path),
    ];
    // fetch itself resolves dots, encoded or not, so that some of these ask for another address.
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer);
    const created = await server.call('POST', '/sessions', {
      body: { language: 'bash', session_id: odd },
    });
    if (isLegal(odd)) expect(created).toMatchObject({ status: 201, body: { session_id: odd } });
    else expect(created).toMatchObject({ status: 400, body: { code: 'InvalidSessionId' } });
  });

  it('selects exactly the session that has such an id', () => {
    const live = server.engine.sessions().map((session) => session.id);
    expect(live).toEqual([id, ...ids.filter(isLegal)]);
  });

  it('gets a raw path of dots refused as well', async () => {
    for (const path of ['..', '../x', '.', '%2e%2e']) {
      const text = await server.raw(
        `GET /api/v1/sessions/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 40[04] /);
    }
  });
});

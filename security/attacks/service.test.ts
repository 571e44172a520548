import { createServer, type ReplServer } from '@repltool/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productEngine } from '../src/engines.ts';

const TOKEN = 'a-token-for-the-attacks';
const engine = productEngine();
let server: ReplServer;
let url: string;

beforeAll(async () => {
  server = await createServer({ engine, token: TOKEN, host: '127.0.0.1', port: 0 });
  url = (await server.listen()).url;
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const create = (headers: Record<string, string>, body = '{"language":"bash"}'): Promise<Response> =>
  fetch(`${url}/api/v1/sessions`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });

describe('attacks on the service', () => {
  it.each([
    ['no token', {}],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another token', { authorization: 'Bearer 0000000000000000000' }],
    ['a token that begins right', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
    ['a token in the query', { 'x-query': `?token=${TOKEN}` }],
  ])('T-API-01 %s', async (_what, headers) => {
    expect((await create(headers as Record<string, string>)).status).toBe(401);
    expect(engine.sessions()).toHaveLength(0);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example'])(
    'T-API-01 a page of the origin %s, with the right token',
    async (origin) => {
      const answer = await create({ authorization: `Bearer ${TOKEN}`, origin });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(engine.sessions()).toHaveLength(0);
    },
  );

  it.each([
    ['{', 400],
    ['[]', 400],
    ['null', 400],
    ['{"language":"python","__proto__":{"sandbox_mode":"relaxed"}}', 400],
    ['{"language":"python","sandbox_mode":"none"}', 400],
    ['{"language":"../../bin/sh"}', 400],
    ['{"language":"bash","session_id":"../../../etc"}', 400],
    ['{"language":"bash","environment":{"A":"\\u0000"}}', 400],
    ['{"language":"bash","environment":{"A=B":"1"}}', 400],
    ['{"language":"bash","working_directory":"../../etc"}', 400],
    ['{"language":"bash","resource_limits":{"max_memory_mb":1e9}}', 400],
    ['{"language":"bash","mounts":["/"]}', 400],
  ])('T-API-02 the request %s', async (body, status) => {
    expect((await create({ authorization: `Bearer ${TOKEN}` }, body)).status).toBe(status);
    expect(engine.sessions()).toHaveLength(0);
  });

  it('T-API-02 a body of 20 MB', async () => {
    const answer = await create(
      { authorization: `Bearer ${TOKEN}` },
      `"${'x'.repeat(20_000_000)}"`,
    );
    expect(answer.status).toBe(413);
  });

  it.each([
    '/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/assets/%00',
    '/.env',
    '/%c0%ae%c0%ae/',
    '/%',
  ])('T-API-03 the address %s', async (path) => {
    const answer = await fetch(`${url}${path}`);
    expect([400, 403, 404]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(/root:|node_modules|"dependencies"/);
  });
});

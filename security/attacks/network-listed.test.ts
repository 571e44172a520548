import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createEngine, type ConnectionRecord } from 'repltool';
import { afterAll, describe, expect, it } from 'vitest';

const asked: string[] = [];

async function listen(server: Server): Promise<number> {
  server.on('request', (request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    response.end('of the host');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const directory = mkdtempSync(join(tmpdir(), 'repltool-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(directory, { recursive: true });
  return pair;
}

const http = await listen(createServer());
const https = await listen(createSecureServer(selfSigned()));
const other = await listen(createServer());
const records: ConnectionRecord[] = [];
const engine = createEngine({
  network: {
    hosts: [`127.0.0.1:${http}`, `127.0.0.1:${https}`, 'localhost'],
    onConnection: (record) => records.push(record),
  },
});
afterAll(() => engine.close());

/** The host's loopback is asked of the proxy only when the sandbox's own does not stand in front of it. */
const environment = { no_proxy: '', NO_PROXY: '', NODE_TLS_REJECT_UNAUTHORIZED: '0' };

const WAYS = [
  [
    'python',
    (url: string) =>
      `import ssl, urllib.request\nprint(urllib.request.urlopen('${url}', context=ssl._create_unverified_context()).read().decode())`,
  ],
  ['bash', (url: string) => `curl -q -sS -f -k -m 8 '${url}'; echo`],
  ['javascript', (url: string) => `console.log(await (await fetch('${url}')).text())`],
  [
    'javascript',
    (url: string) =>
      `await new Promise((resolve, reject) => require('node:${url.split(':')[0]}').get('${url}', { rejectUnauthorized: false }, (r) => r.on('data', (d) => console.log(String(d))).on('end', resolve)).on('error', reject))`,
  ],
] as const;

describe.each(WAYS)('T-NET-06 the listed hosts, by the own means of %s', (language, cell) => {
  const run = async (url: string) => {
    await using session = await engine.createSession({
      language,
      sandbox_mode: 'relaxed',
      environment,
    });
    return { id: session.info().session_id, result: await session.execute(cell(url)) };
  };

  it.each([
    ['http', http],
    ['https', https],
  ])('are reached by %s', async (scheme, port) => {
    const { id, result } = await run(`${scheme}://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ output: 'of the host\n', status: 'ok' });
    await expect
      .poll(() => records)
      .toContainEqual(expect.objectContaining({ sessionId: id, port, verdict: 'allowed' }));
  });

  it.each([
    ['another port of the same host', `http://127.0.0.1:${other}/`],
    ['a name that leads to the host', `https://localhost:${other}/`],
    ['a metadata address', 'http://169.254.169.254/latest/meta-data/'],
    ['the internet', 'https://1.1.1.1/'],
  ])('and %s is not', async (_what, url) => {
    const before = asked.length;
    const { result } = await run(url);
    expect(result.success && result.output.trim() !== '').toBe(false);
    expect(asked).toHaveLength(before);
    expect(records.at(-1)).toMatchObject({ verdict: 'refused', address: null });
  });
});

it('T-NET-06 a session cannot list hosts or show itself more of the host', async () => {
  for (const extra of [{ network: { hosts: ['*'] } }, { mounts: [{ source: '/etc' }] }])
    await expect(
      engine.createSession({ language: 'bash', sandbox_mode: 'relaxed', ...extra }),
    ).rejects.toMatchObject({ code: 'InvalidRequest' });
});

it('T-NET-02 there is no way beside the proxy for the shell', async () => {
  await using session = await engine.createSession({ language: 'bash', sandbox_mode: 'relaxed' });
  const { output } = await session.execute(
    `(exec 9<>/dev/tcp/127.0.0.1/${http}) 2>/dev/null && echo got; echo end`,
  );
  expect(output).toBe('end\n');
});

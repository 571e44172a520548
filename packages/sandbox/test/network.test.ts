import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DEFAULT_RESOURCE_LIMITS } from '@repltool/protocol';
import { createBubblewrapBackend, type ConnectionRecord } from '@repltool/sandbox';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createFixture, json } from './fixture.ts';
import { startServer } from './host/server-process.ts';
import { startListedHost } from './listed-host.ts';
import { RELAXED, STANDARD } from './modes.ts';
import { finish, pythonSpec, shellSpec } from './specs.ts';

const host = await startListedHost();
const unlisted = await startListedHost();
const records: ConnectionRecord[] = [];
const onConnection = (record: ConnectionRecord): void => void records.push(record);

beforeEach(() => {
  records.length = 0;
  host.asked.length = 0;
});

describe('a sandbox in relaxed mode, with hosts listed (R-SBX-06)', () => {
  const fixture = createFixture({
    network: {
      hosts: [`127.0.0.1:${host.http}`, `127.0.0.1:${host.https}`, 'localhost', '10.255.255.1:9'],
      onConnection,
    },
  });
  const curl = (url: string, ...options: string[]) =>
    fixture.shell(RELAXED, `curl -q -s -m 8 -w ' %{http_code}' ${options.join(' ')} ${url}`);

  test('Python reaches one by its own means, and the connection is recorded', async () => {
    await using sandbox = await fixture.create(RELAXED);
    sandbox.adopt?.('session1');
    const code = `import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:${host.http}/a?b=c', b'body', 8).read().decode())`;
    // Without proxies for its own loopback, which this host stands in for.
    const { stdout, stderr } = await finish(
      await sandbox.launch(pythonSpec(`import os; os.environ['no_proxy'] = ''; ${code}`)),
    );
    expect(stdout + stderr).toBe('hello /a?b=c body\n');
    expect(host.asked).toEqual([`127.0.0.1:${host.http} POST /a?b=c`]);
    await expect.poll(() => records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      sessionId: 'session1',
      host: '127.0.0.1',
      port: host.http,
      address: '127.0.0.1',
      verdict: 'allowed',
      reason: '',
    });
    expect(records[0]?.sentBytes).toBeGreaterThan(50);
    expect(records[0]?.receivedBytes).toBeGreaterThan(50);
  });

  test('curl reaches one by HTTP and by HTTPS, also by a listed name', async () => {
    const all = `--noproxy ''`;
    expect(await curl(`http://127.0.0.1:${host.http}/x`, all)).toMatchObject({
      stdout: 'hello /x 200',
    });
    expect(await curl(`https://127.0.0.1:${host.https}/y`, all, '-k')).toMatchObject({
      stdout: 'hello /y 200',
    });
    expect(await curl(`http://localhost:${host.http}/z`, all)).toMatchObject({
      stdout: 'hello /z 200',
    });
  });

  test('what is about the hop to the proxy is not passed on', async () => {
    const { stdout } = await curl(
      `http://127.0.0.1:${host.http}/`,
      `--noproxy '' -D - -o /dev/null -H 'proxy-authorization: secret' -H 'connection: x-mine' -H 'x-mine: 1'`,
    );
    expect(stdout).toContain('x-seen');
    expect(stdout).not.toMatch(/secret|x-mine|proxy-connection/i);
  });

  test.each([
    ['a host that is not listed', 'http://example.com/', 'example.com:80 is not among'],
    ['an address of the internet', 'http://1.1.1.1/', '1.1.1.1:80 is not among'],
    ['a metadata address', 'http://169.254.169.254/latest/', '169.254.169.254:80 is not among'],
    ['a private address', 'http://10.0.0.1/', '10.0.0.1:80 is not among'],
    ['another port', `http://127.0.0.1:${unlisted.http}/`, 'is not among'],
    ['an address in disguise', `http://[::ffff:127.0.0.1]:${unlisted.http}/`, 'is not among'],
    [
      'a listed name that leads to the host',
      `http://localhost:${unlisted.http}/`,
      'leads to an address of the host',
    ],
  ])('%s is refused with the reason, and recorded', async (_what, url, reason) => {
    const { stdout } = await curl(url, `--noproxy '' -g`);
    expect(stdout).toContain(reason);
    expect(stdout).toMatch(/ 403$/);
    expect(unlisted.asked).toEqual([]);
    expect(records).toEqual([
      expect.objectContaining({ verdict: 'refused', address: null, sentBytes: 0 }),
    ]);
  });

  test("the host's own addresses are refused", async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of own)
      expect((await curl(`http://${address}:${host.http}/`)).stdout).toMatch(/ 403$/);
  });

  test('there is no way beside the proxy', async () => {
    const code = `
import json, socket
def attempt(address):
    try: socket.create_connection(address, 2).close(); return 'connected'
    except OSError as error: return type(error).__name__
print(json.dumps([attempt(address) for address in [('127.0.0.1', ${host.http}), ('1.1.1.1', 53), ('169.254.169.254', 80), ('10.255.255.1', 9)]]))`;
    expect(json(await fixture.python(RELAXED, code))).toEqual([
      'ConnectionRefusedError',
      'OSError',
      'OSError',
      'OSError',
    ]);
    expect(host.asked).toEqual([]);
  });

  test('what the proxy cannot read is refused, and it goes on', async () => {
    const code = `
import json, socket
def say(data):
    s = socket.create_connection(('127.0.0.1', 3128), 5); s.sendall(data); s.settimeout(5)
    answer = s.recv(100).decode(); s.close()
    return answer.split(' ')[1] if ' ' in answer else answer
print(json.dumps([say(data) for data in [
  b'CONNECT nowhere HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', b'CONNECT a/b:80 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', b'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n',
  b'GET ftp://x/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', b'\\x00\\x01\\x02\\r\\n\\r\\n', b'GET http://x/ HTTP/1.1\\r\\nX: ' + b'y' * 40000 + b'\\r\\n\\r\\n',
  b'GET http://127.0.0.1:${host.http}/ HTTP/1.1\\r\\nHost: other\\r\\n\\r\\n']]))`;
    expect(json(await fixture.python(RELAXED, code))).toEqual([
      ...['400', '400', '400', '400', '400', '431'],
      '200',
    ]);
    expect(host.asked).toEqual([`127.0.0.1:${host.http} GET /`]);
  });

  test('connections at once are bounded', async () => {
    const code = `
import socket, time
held = [socket.create_connection(('127.0.0.1', 3128), 5) for _ in range(80)]
time.sleep(0.5)
closed = 0
for s in held:
    s.setblocking(False)
    try: closed += s.recv(1) == b''
    except BlockingIOError: pass
    except ConnectionResetError: closed += 1
print(closed)`;
    expect((await fixture.python(RELAXED, code)).stdout).toBe('16\n');
  });

  test('a session that ends takes its connections with it', async () => {
    const server = createServer();
    const closed = once(server, 'connection').then(([socket]) =>
      once((socket as Socket).resume(), 'close'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await using backend = createBubblewrapBackend({ network: { hosts: [`127.0.0.1:${port}`] } });
    await using sandbox = await backend.create({
      id: 'held',
      rules: RELAXED,
      limits: DEFAULT_RESOURCE_LIMITS,
    });
    const process = await sandbox.launch(
      pythonSpec(
        `import socket, time; s = socket.create_connection(('127.0.0.1', 3128)); s.sendall(b'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'); print(s.recv(100), flush=True); time.sleep(60)`,
      ),
    );
    const [line] = (await once(process.stdout, 'data')) as [Buffer];
    expect(String(line)).toContain('200');
    await process.kill();
    await closed;
  });

  test('standard mode has no proxy and no variables', async () => {
    const code = `import json, os, socket
try: socket.create_connection(('127.0.0.1', 3128), 2); found = 'proxy'
except OSError: found = 'none'
print(json.dumps([found, [name for name in os.environ if 'proxy' in name.lower()]]))`;
    expect(json(await fixture.python(STANDARD, code))).toEqual(['none', []]);
  });
});

test('with no host listed, relaxed mode has its loopback and nothing else', async () => {
  await using backend = createBubblewrapBackend({ network: { hosts: [] } });
  await using sandbox = await backend.create({
    id: 'lonely',
    rules: RELAXED,
    limits: DEFAULT_RESOURCE_LIMITS,
  });
  const { stdout } = await finish(
    await sandbox.launch(shellSpec('env | grep -ci proxy; cat /proc/net/tcp | wc -l')),
  );
  expect(stdout).toBe('0\n1\n');
});

test('what is no host is refused by name at the start', () => {
  expect(() => createBubblewrapBackend({ network: { hosts: ['http://example.com'] } })).toThrow(
    '"http://example.com"',
  );
});

test.runIf(process.getuid?.() === 0)('a server that is not root opens the same way', async () => {
  const { answer } = await startServer('listed.ts', [], { user: { uid: 1500, gid: 1500 } });
  expect(await answer).toEqual({
    uid: 1500,
    lines: [
      'of the host',
      'repltool: 1.1.1.1:80 is not among the hosts the operator allows',
      '',
      '',
    ],
  });
});

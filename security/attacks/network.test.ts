import { createServer as createTcpServer } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import { EVERY_MODE, WRITABLE, describeBoundaryAttacks, type Attack } from '../src/attack.ts';
import { tryJavaScript } from '../src/javascript.ts';
import { pythonSystemCall, tryPython } from '../src/python.ts';

/** Every one of them tells who got through. */
const reached: string[] = [];

async function listen(options: { port?: number; host?: string; path?: string }): Promise<number> {
  const server = createTcpServer((socket) => {
    reached.push(JSON.stringify(options));
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(options, resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return typeof address === 'string' ? 0 : (address as AddressInfo).port;
}

const directory = await mkdtemp(join(tmpdir(), 'repltool-net-'));
afterAll(() => rm(directory, { recursive: true, force: true }));
const socketFile = join(directory, 'host.sock');
const port = await listen({ port: 0, host: '127.0.0.1' });
await listen({ path: socketFile });
await listen({ path: '\0repltool-attack-canary' });

const NO_WAY_OUT =
  /^(PermissionError 1|OSError (97|101|113|111)|ConnectionRefusedError 111|FileNotFoundError 2|TimeoutError None)\n$/;

function connect(family: string, address: string, kind = 'SOCK_STREAM'): string {
  return tryPython(
    `s.connect(${address})`,
    `import socket\ndef make():\n    s = socket.socket(socket.${family}, socket.${kind}); s.settimeout(1); return s\nclass S:\n    def connect(self, a): return make().connect(a)\ns = S()`,
  );
}

const connects: Attack[] = [
  ['T-NET-01', 'the internet', 'AF_INET', `('1.1.1.1', 53)`],
  ['T-NET-01', 'a metadata address', 'AF_INET', `('169.254.169.254', 80)`],
  ['T-NET-01', 'a private address', 'AF_INET', `('10.0.0.1', 22)`],
  ['T-NET-01', 'the internet by IPv6', 'AF_INET6', `('2606:4700:4700::1111', 53)`],
  ['T-NET-02', "the host's loopback", 'AF_INET', `('127.0.0.1', ${port})`],
  ['T-NET-02', "the host's loopback by another name", 'AF_INET', `('127.9.9.9', ${port})`],
  ['T-NET-02', "the host's loopback by IPv6", 'AF_INET6', `('::ffff:127.0.0.1', ${port})`],
  ['T-NET-02', 'the unspecified address', 'AF_INET', `('0.0.0.0', ${port})`],
  ['T-NET-03', 'a unix socket of the host', 'AF_UNIX', JSON.stringify(socketFile)],
  ['T-NET-03', 'an abstract socket of the host', 'AF_UNIX', `'\\0repltool-attack-canary'`],
  ['T-NET-03', 'the system bus', 'AF_UNIX', `'/run/dbus/system_bus_socket'`],
  ['T-NET-03', 'the container engine', 'AF_UNIX', `'/var/run/docker.sock'`],
].map(([threat = '', what = '', family = '', address = '']) => ({
  threat,
  name: `connects to ${what}`,
  language: 'python',
  modes: EVERY_MODE,
  code: connect(family, address),
  expect: ({ output }) => {
    expect(output).toMatch(NO_WAY_OUT);
    expect(reached).toEqual([]);
  },
}));

const families: Attack[] = [
  ['packet', 17, 3],
  ['raw internet', 2, 3],
  ['raw internet 6', 10, 3],
  ['netlink', 16, 3],
  ['kernel crypto', 38, 5],
  ['vsock', 40, 1],
  ['bluetooth', 31, 3],
  ['can', 29, 3],
  ['tipc', 30, 1],
  ['xdp', 44, 3],
  ['key management', 15, 3],
].map(([what, family, kind]) => ({
  threat: 'T-NET-04',
  name: `makes a ${String(what)} socket`,
  language: 'python',
  modes: EVERY_MODE,
  code: pythonSystemCall(41, Number(family), Number(kind), 0),
  expect: ({ output }) => expect(output).toMatch(/^-(1|97|94|93)\n$/),
}));

const rest: Attack[] = [
  ...['AF_INET', 'AF_INET6', 'AF_UNIX'].map((family): Attack => ({
    threat: 'T-NET-04',
    name: `makes any ${family} socket where there is no network at all`,
    language: 'python',
    modes: ['strict'],
    code: tryPython(`socket.socket(socket.${family})`, 'import socket'),
    expect: { output: 'PermissionError 1\n' },
  })),
  {
    threat: 'T-NET-04',
    name: 'has a pair of sockets where there is no network at all',
    language: 'python',
    modes: ['strict'],
    code: pythonSystemCall(53, 1, 1, 0, 'ctypes.create_string_buffer(8)'),
    expect: { output: '-1\n' },
  },
  {
    threat: 'T-NET-04',
    name: 'sees an interface beside its own loopback',
    language: 'python',
    modes: EVERY_MODE,
    code: `print([line.split(':')[0].strip() for line in open('/proc/net/dev').readlines()[2:]])`,
    expect: { output: "['lo']\n" },
  },
  {
    threat: 'T-NET-05',
    name: 'resolves a name',
    language: 'python',
    modes: EVERY_MODE,
    code: tryPython(`socket.getaddrinfo('example.com', 80)`, 'import socket'),
    expect: ({ output }) =>
      expect(output).toMatch(/^(gaierror -\d+|PermissionError 1|OSError \d+)\n$/),
  },
  {
    threat: 'T-NET-05',
    name: 'resolves a name',
    language: 'javascript',
    modes: EVERY_MODE,
    code: tryJavaScript(`require('node:dns').promises.lookup('example.com')`),
    expect: ({ output }) => expect(output).toMatch(/^(EAI_AGAIN|ENOTFOUND|EPERM|EAI_FAIL)\n$/),
  },
  {
    threat: 'T-NET-01',
    name: 'fetches a page',
    language: 'javascript',
    modes: EVERY_MODE,
    code: tryJavaScript(`fetch('http://1.1.1.1/')`),
    expect: { output: 'TypeError\n' },
  },
  {
    threat: 'T-NET-02',
    name: 'fetches from the host',
    language: 'javascript',
    modes: EVERY_MODE,
    code: tryJavaScript(`fetch('http://127.0.0.1:${port}/')`),
    expect: ({ output }) => {
      expect(output).toBe('TypeError\n');
      expect(reached).toEqual([]);
    },
  },
  {
    threat: 'T-NET-01',
    name: "uses the shell's own sockets",
    language: 'bash',
    modes: EVERY_MODE,
    code: `if exec 9<>/dev/tcp/1.1.1.1/53; then echo got; else echo no; fi 2>/dev/null; echo end`,
    expect: ({ output }) => expect(output).not.toContain('got'),
  },
  {
    threat: 'T-NET-02',
    name: "reaches the host's loopback with the shell's own sockets",
    language: 'bash',
    modes: EVERY_MODE,
    code: `if exec 9<>/dev/tcp/127.0.0.1/${port}; then echo got; else echo no; fi 2>/dev/null; echo end`,
    expect: ({ output }) => {
      expect(output).not.toContain('got');
      expect(reached).toEqual([]);
    },
  },
  {
    threat: 'T-NET-02',
    name: 'has a loopback of its own, which is not the host’s',
    language: 'python',
    modes: WRITABLE,
    code: `import socket; a = socket.create_server(('127.0.0.1', ${port})); b = socket.create_connection(('127.0.0.1', ${port})); print('own'); a.close(); b.close()`,
    expect: { output: 'own\n' },
  },
];

describeBoundaryAttacks('network', [...connects, ...families, ...rest]);

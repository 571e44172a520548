import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_RESOURCE_LIMITS } from '@repltool/protocol';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { newId } from '../ids.ts';
import { RELAXED } from '../modes.ts';
import { finish, shellSpec } from '../specs.ts';

/** Says what a relaxed sandbox of this server got of a listed host and of one that is not. */
const [dataDir = ''] = process.argv.slice(2);
const server = createServer((_request, response) => response.end('of the host'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const backend = createBubblewrapBackend({ dataDir, network: { hosts: [`127.0.0.1:${port}`] } });
const sandbox = await backend.create({
  id: newId(),
  rules: RELAXED,
  limits: DEFAULT_RESOURCE_LIMITS,
});
const ask = (url: string): string => `curl -q -s -m 8 --noproxy '' ${url}; echo; `;
const { stdout } = await finish(
  await sandbox.launch(shellSpec(ask(`http://127.0.0.1:${port}/`) + ask('http://1.1.1.1/'))),
);
await backend[Symbol.asyncDispose]();
server.close();
console.log(JSON.stringify({ uid: process.getuid?.(), lines: stdout.split('\n') }));

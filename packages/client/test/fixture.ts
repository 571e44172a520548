import { once } from 'node:events';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createEngine, type Engine } from '@repltool/core';
import { createPolicy } from '@repltool/policy/node';
import { createBashRunner } from '@repltool/runner-bash';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { createServer, type ReplServer } from '@repltool/server';
import { afterAll } from 'vitest';

export const TOKEN = 'a-token-for-tests-only';

export interface RunningServer {
  readonly engine: Engine;
  readonly server: ReplServer;
  readonly url: string;
  close(): Promise<void>;
}

/** A real server with a real Bash, on a free port unless one is given. */
export async function startServer(port = 0): Promise<RunningServer> {
  const engine = createEngine({
    runners: [createBashRunner()],
    policy: createPolicy(),
    sandbox: createBubblewrapBackend(),
  });
  const server = await createServer({ engine, token: TOKEN, host: '127.0.0.1', port });
  const { url } = await server.listen();
  const close = async (): Promise<void> => {
    await Promise.all([server.close(), engine.close()]);
  };
  afterAll(close);
  return { engine, server, url, close };
}

/** A line to the server that can be cut, or stopped from carrying anything. */
export interface Line {
  readonly url: string;
  /** Breaks the connections there are. */
  cut(): void;
  /** Stops carrying what the server sends. */
  clog(): void;
  unclog(): void;
}

export async function openLine(serverUrl: string): Promise<Line> {
  const { hostname, port } = new URL(serverUrl);
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  const listener = createTcpServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  afterAll(() => {
    for (const [near] of pairs) near.destroy();
    listener.close();
  });
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut: () => [...pairs].forEach(([near]) => near.destroy()),
    clog: () => pairs.forEach(([, far]) => far.pause()),
    unclog: () => pairs.forEach(([, far]) => far.resume()),
  };
}

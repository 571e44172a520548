import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';

const CANARY = '/tmp/host_canary.txt';
const SOCKET_FILE = '/tmp/repl-canary.sock';
/** What a case would have made the host write. */
const TRACES = ['/tmp/pwn.txt', '/tmp/host_pwned', '/x'];

/** What the host looks like to somebody who searches it for traces of a cell. */
export interface HostView {
  /** The planted file; null when it is gone. */
  readonly canary: {
    readonly content: string;
    readonly mode: number;
    readonly uid: number;
  } | null;
  readonly traces: readonly string[];
}

export function viewHost(): HostView {
  const stat = statSync(CANARY, { throwIfNoEntry: false });
  return {
    canary:
      stat === undefined
        ? null
        : { content: readFileSync(CANARY, 'utf8'), mode: stat.mode & 0o7777, uid: stat.uid },
    traces: TRACES.filter((path) => existsSync(path)),
  };
}

/** Plants the file that no cell may read or change. */
export function plantCanary(): Disposable {
  writeFileSync(CANARY, 's3cr3t-file', { mode: 0o644 });
  return { [Symbol.dispose]: () => rmSync(CANARY, { force: true }) };
}

/** A secret in this process's environment, and one in the arguments of another process of the host. */
export function keepSecrets(): Disposable {
  process.env.REPL_CANARY = 's3cr3t-env';
  const keeper = spawn(
    process.execPath,
    ['-e', 'setInterval(() => {}, 1e6)', '--', '--token=s3cr3t-argv'],
    { stdio: 'ignore', env: { REPL_CANARY: 's3cr3t-env' } },
  );
  return {
    [Symbol.dispose]() {
      keeper.kill('SIGKILL');
      delete process.env.REPL_CANARY;
    },
  };
}

/** Listens where a cell will try to connect: a port, a socket file and an abstract socket. */
export async function listenOnHost(): Promise<AsyncDisposable & { readonly port: number }> {
  rmSync(SOCKET_FILE, { force: true });
  const tcp = await listening({ host: '127.0.0.1', port: 0 });
  const others = [
    await listening({ path: SOCKET_FILE }),
    await listening({ path: '\0repl-canary' }),
  ];
  return {
    port: (tcp.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      await Promise.all([tcp, ...others].map((server) => once(server.close(), 'close')));
    },
  };
}

async function listening(
  where: { readonly path: string } | { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer((socket) => void socket.end('reached')).listen(where);
  await once(server, 'listening');
  return server;
}

import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Server } from 'node:net';
import { ReplError } from '@repltool/protocol';
import { isRunning, type ProcessIdentity } from '../host/process-stat.ts';

/** The proxy's port on the sandbox's own loopback. */
export const PROXY_PORT = 3128;
const TIMEOUT_MS = 10_000;
const NET_FD = 4;
const USER_FD = 5;

/**
 * Listens where it is started, hands the listening socket over, and ends. The loopback, which is all there is, may not
 * have its address yet.
 */
const LISTEN = `
const server = require('node:net').createServer();
server.listen(${PROXY_PORT}, '0.0.0.0', 64, () => {
  process.send('listening', server, () => process.exit());
});`;

/**
 * A socket that listens on the loopback of the sandbox whose process 1 is `init`, held by this process: a socket stays
 * in the network it was made in.
 * @throws ReplError SandboxUnavailable when that network cannot be entered
 */
export async function listenInside(nsenter: string, init: ProcessIdentity): Promise<Server> {
  const opened: number[] = [];
  try {
    opened.push(openSync(`/proc/${init.pid}/ns/net`, 'r'));
    opened.push(openSync(`/proc/${init.pid}/ns/user`, 'r'));
    // Only now is it sure whose they are.
    if (!isRunning(init)) throw new Error('the process has ended');
    return await handOver(nsenter, opened);
  } catch (cause) {
    throw new ReplError(
      'SandboxUnavailable',
      'The way to the listed hosts could not be opened: this host does not let the server enter the network of a sandbox. Start it as root, or without hosts.',
      { cause },
    );
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}

function handOver(nsenter: string, namespaces: readonly number[]): Promise<Server> {
  const entered = [
    `--net=/proc/self/fd/${NET_FD}`,
    ...(process.getuid?.() === 0
      ? []
      : [`--user=/proc/self/fd/${USER_FD}`, '--preserve-credentials']),
  ];
  return new Promise((resolve, reject) => {
    const helper = spawn(nsenter, [...entered, '--', process.execPath, '-e', LISTEN], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...namespaces],
      cwd: '/',
      env: {},
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let listener: Server | undefined;
    helper.once('message', (_message, handle) => {
      if (handle instanceof Server) listener = handle;
    });
    helper.once('error', reject);
    // As long as it lives, it may take connections itself.
    helper.once('close', (code, signal) => {
      if (listener !== undefined) resolve(listener);
      else reject(new Error(`ended with ${signal ?? code}`));
    });
  });
}

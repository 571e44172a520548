import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FifoPool } from '../host/fifo-pool.ts';
import type { HostUser } from '../host/sandbox-user.ts';
import { LateStdin } from './late-stdin.ts';

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/**
 * Real pipes for descriptors 1 to 4, which Node's own are not: programs can open `/dev/stdout` and its like, and a
 * driver whose language cannot duplicate descriptors can open 3 and 4 again, out of user code's way.
 */
export interface Stdio {
  readonly stdin: LateStdin;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly toDriver: Socket;
  readonly fromDriver: Socket;
  /** The process's ends of descriptors 1 to 4. */
  readonly childFds: readonly [number, number, number, number];
  /** To be called once the process has them, so that end of file arrives when its last writer is gone. */
  closeChildFds(): void;
  destroy(): void;
}

export async function openStdio(pool: FifoPool, user: HostUser | undefined): Promise<Stdio> {
  const paths = [
    await pool.take(user),
    await pool.take(user),
    await pool.take(user),
    await pool.take(user),
  ] as const;
  const output = openOutput(paths[0]);
  const error = openOutput(paths[1]);
  const toDriver = openInput(paths[2]);
  const fromDriver = openOutput(paths[3]);
  const stdin = new LateStdin(user);
  // A process that has gone cannot read: `exited` says so, and the write has nowhere to fail to.
  stdin.on('error', () => undefined);
  const childFds = [output.childFd, error.childFd, toDriver.childFd, fromDriver.childFd] as const;
  return {
    stdin,
    stdout: output.readable,
    stderr: error.readable,
    toDriver: toDriver.writable,
    fromDriver: fromDriver.readable,
    childFds,
    closeChildFds() {
      for (const fd of childFds) closeSync(fd);
    },
    destroy() {
      stdin.destroy();
      output.readable.destroy();
      error.readable.destroy();
      toDriver.writable.destroy();
      fromDriver.readable.destroy();
    },
  };
}

function openOutput(path: string): { childFd: number; readable: Socket } {
  const fd = openSync(path, O_RDONLY | O_NONBLOCK);
  const childFd = openSync(path, O_WRONLY);
  unlinkSync(path);
  return { childFd, readable: new Socket({ fd, readable: true, writable: false }) };
}

function openInput(path: string): { childFd: number; writable: Socket } {
  // Opening one end alone would wait for the other.
  const both = openSync(path, O_RDWR | O_NONBLOCK);
  const childFd = openSync(path, O_RDONLY);
  const fd = openSync(path, O_WRONLY | O_NONBLOCK);
  closeSync(both);
  unlinkSync(path);
  return { childFd, writable: new Socket({ fd, readable: false, writable: true }) };
}

import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FifoPool } from '../host/fifo-pool.ts';
import type { HostUser } from '../host/sandbox-user.ts';
import { LateStdin } from './late-stdin.ts';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Real pipes for standard output and error, which Node's own are not: programs can open `/dev/stdout` and its like. */
export interface Stdio {
  readonly stdin: LateStdin;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The process's ends of standard output and error. */
  readonly childFds: readonly [number, number];
  /** To be called once the process has them, so that end of file arrives when its last writer is gone. */
  closeChildFds(): void;
  destroy(): void;
}

export async function openStdio(pool: FifoPool, user: HostUser | undefined): Promise<Stdio> {
  const paths = [await pool.take(user), await pool.take(user)] as const;
  const output = openOutput(paths[0]);
  const error = openOutput(paths[1]);
  const stdin = new LateStdin(user);
  // A process that has gone cannot read: `exited` says so, and the write has nowhere to fail to.
  stdin.on('error', () => undefined);
  const childFds = [output.childFd, error.childFd] as const;
  return {
    stdin,
    stdout: output.readable,
    stderr: error.readable,
    childFds,
    closeChildFds() {
      for (const fd of childFds) closeSync(fd);
    },
    destroy() {
      stdin.destroy();
      output.readable.destroy();
      error.readable.destroy();
    },
  };
}

function openOutput(path: string): { childFd: number; readable: Socket } {
  const fd = openSync(path, O_RDONLY | O_NONBLOCK);
  const childFd = openSync(path, O_WRONLY);
  unlinkSync(path);
  return { childFd, readable: new Socket({ fd, readable: true, writable: false }) };
}

import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { FifoPool } from '../host/fifo-pool.ts';
import type { HostUser } from '../host/sandbox-user.ts';
import { FifoWritable } from './fifo-writable.ts';

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** Real pipes for descriptors 0 to 2, which Node's own are not: programs can open `/dev/stdout` and its like. */
export interface Stdio {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The process's ends, in order. */
  readonly childFds: readonly [number, number, number];
  /** To be called once the process has them, so that end of file arrives when its last writer is gone. */
  closeChildFds(): void;
  destroy(): void;
}

export async function openStdio(pool: FifoPool, user: HostUser | undefined): Promise<Stdio> {
  const [stdinPath, stdoutPath, stderrPath] = [
    await pool.take(user),
    await pool.take(user),
    await pool.take(user),
  ];
  const input = openInput(stdinPath);
  const output = openOutput(stdoutPath);
  const error = openOutput(stderrPath);
  const stdin = new FifoWritable(input.keptFd);
  // A process that has gone cannot read: `exited` says so, and the write has nowhere to fail to.
  stdin.on('error', () => undefined);
  const childFds = [input.childFd, output.childFd, error.childFd] as const;
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

function openInput(path: string): { childFd: number; keptFd: number } {
  // Opening for reading alone would wait for a writer.
  const both = openSync(path, O_RDWR | O_NONBLOCK);
  const childFd = openSync(path, O_RDONLY);
  const keptFd = openSync(path, O_RDONLY | O_NONBLOCK);
  closeSync(both);
  unlinkSync(path);
  return { childFd, keptFd };
}

function openOutput(path: string): { childFd: number; readable: Socket } {
  const fd = openSync(path, O_RDONLY | O_NONBLOCK);
  const childFd = openSync(path, O_WRONLY);
  unlinkSync(path);
  return { childFd, readable: new Socket({ fd, readable: true, writable: false }) };
}

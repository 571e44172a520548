import { randomBytes } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { HostUser } from './sandbox-user.ts';

/** Made by one run of `mkfifo`, since Node cannot make them itself. */
const BATCH = 40;

export interface FifoPool {
  /** Path of a fresh FIFO owned by `user`, to be opened and unlinked by the caller. */
  take(user: HostUser | undefined): Promise<string>;
  /** Waits for what is being made; the directory may be removed then. */
  close(): Promise<void>;
}

/** @param mkfifo absolute path of the program */
export function createFifoPool(directory: string, mkfifo: string): FifoPool {
  const ready: string[] = [];
  let filling: Promise<void> | undefined;

  const fill = async (): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const prefix = randomBytes(6).toString('hex');
    const paths = Array.from({ length: BATCH }, (_, index) =>
      join(directory, `${prefix}-${index}`),
    );
    await runProgram(mkfifo, ['-m', '600', ...paths]);
    ready.push(...paths);
  };
  const refill = (): Promise<void> => {
    filling ??= fill().finally(() => {
      filling = undefined;
    });
    return filling;
  };

  return {
    async take(user) {
      let path = ready.pop();
      for (; path === undefined; path = ready.pop()) await refill();
      // A failure now shows when the pool is empty and `take` has to wait for it.
      if (ready.length < BATCH / 2) refill().catch(() => undefined);
      if (user !== undefined) await chown(path, user.uid, user.gid);
      return path;
    },
    async close() {
      await filling?.catch(() => undefined);
    },
  };
}

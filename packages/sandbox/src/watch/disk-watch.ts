import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResourceLimits } from '@repltool/protocol';
import type { FollowedProcess } from '../account.ts';
import { diskLimitBytes, diskLimitInodes } from '../limit-figures.ts';

const MIN_INTERVAL_MS = 500;
/** Counting takes at most this part of the time. */
const DUTY = 10;
const BLOCK_BYTES = 512;

export interface DiskWatch {
  /** Looks after a process until it ends. */
  follow(process: FollowedProcess): void;
  /** Whether a process was ended for it since this was last asked. */
  takeOverflow(): boolean;
}

interface DiskUse {
  readonly bytes: number;
  readonly inodes: number;
}

/**
 * Counts a workspace that no file system bounds, and ends the processes that fill it. What was too much stays for the
 * user to delete: only growth beyond it counts from then on.
 */
export function createDiskWatch(workspace: string, limits: ResourceLimits): DiskWatch {
  let allowed: DiskUse = { bytes: diskLimitBytes(limits), inodes: diskLimitInodes(limits) };
  let overflown = false;
  return {
    takeOverflow() {
      const was = overflown;
      overflown = false;
      return was;
    },
    follow(process) {
      let timer: NodeJS.Timeout;
      let ended = false;
      const schedule = (delayMs: number): void => {
        timer = setTimeout(() => void look(), delayMs);
        timer.unref();
      };
      const look = async (): Promise<void> => {
        const start = performance.now();
        const use = await measure(workspace, allowed);
        if (ended) return;
        if (use.bytes > allowed.bytes || use.inodes > allowed.inodes) {
          allowed = {
            bytes: Math.max(use.bytes, allowed.bytes),
            inodes: Math.max(use.inodes, allowed.inodes),
          };
          overflown = true;
          // One that cannot be killed at once is looked at again.
          await process.kill().catch(() => schedule(MIN_INTERVAL_MS));
          return;
        }
        schedule(Math.max(MIN_INTERVAL_MS, (performance.now() - start) * DUTY));
      };
      schedule(MIN_INTERVAL_MS);
      void process.exited.then(() => {
        ended = true;
        clearTimeout(timer);
      });
    },
  };
}

/** Adds up a tree without following links, and stops once it is over the limit. */
async function measure(root: string, limit: DiskUse): Promise<DiskUse> {
  let bytes = 0;
  let inodes = 0;
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const directory = await opendir(path).catch(() => null);
    if (directory === null) continue;
    for await (const entry of directory) {
      const child = join(path, entry.name);
      const stats = await lstat(child).catch(() => null);
      bytes += (stats?.blocks ?? 0) * BLOCK_BYTES;
      inodes += 1;
      if (entry.isDirectory()) waiting.push(child);
      if (bytes > limit.bytes || inodes > limit.inodes) return { bytes, inodes };
    }
  }
  return { bytes, inodes };
}

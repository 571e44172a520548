import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendants } from './host-processes.ts';
import type { WatchedEngine } from './watched-engine.ts';

/** What this process, which is client and server in one, holds. */
export interface Footprint {
  readonly sessions: number;
  /** Who watches them. */
  readonly listeners: number;
  readonly processes: number;
  readonly sockets: number;
}

const INTERVAL_MS = 300;
const TRIES = 15;

function footprint(engine: WatchedEngine): Footprint {
  return {
    sessions: engine.sessions().length,
    listeners: engine.listeners(),
    processes: descendants().length,
    sockets: process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length,
  };
}

/** The footprint once it stays as it is for a while: what was let go of takes its time to be gone. */
export async function settledFootprint(engine: WatchedEngine): Promise<Footprint> {
  let last = footprint(engine);
  for (let left = TRIES; left > 0; left -= 1) {
    await sleep(INTERVAL_MS);
    const next = footprint(engine);
    if (isDeepStrictEqual(next, last)) return next;
    last = next;
  }
  return last;
}

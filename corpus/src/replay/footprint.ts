import type { Engine } from 'repltool';
import { descendants } from './host-processes.ts';

/** What this process, which is client and server in one, holds. */
export interface Footprint {
  readonly sessions: number;
  readonly processes: number;
  readonly sockets: number;
}

export function footprint(engine: Engine): Footprint {
  return {
    sessions: engine.sessions().length,
    processes: descendants().length,
    sockets: process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length,
  };
}

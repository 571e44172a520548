import { readdirSync, readFileSync } from 'node:fs';
import { readProcessStat } from '../host/process-stat.ts';

const PAGE_BYTES = 4096;
/** The kernel's unit of CPU time for programs, on every architecture here. */
const MS_PER_TICK = 10;

export interface TreeSample {
  readonly processes: number;
  readonly cpuUserMs: number;
  readonly cpuSystemMs: number;
  /** What is not shared with files, each process by itself: an upper bound, since forks share pages. */
  readonly memoryBytes: number;
  readonly pids: readonly number[];
}

/** Looks at `root` and every descendant; all processes of a namespace descend from its process 1. */
export function sampleTree(root: number): TreeSample {
  const pids = descendants(root);
  let cpuUserMs = 0;
  let cpuSystemMs = 0;
  let memoryBytes = 0;
  for (const pid of pids) {
    const stat = readProcessStat(pid);
    cpuUserMs += (stat?.userTicks ?? 0) * MS_PER_TICK;
    cpuSystemMs += (stat?.systemTicks ?? 0) * MS_PER_TICK;
    memoryBytes += privateBytes(pid);
  }
  return { processes: pids.length, cpuUserMs, cpuSystemMs, memoryBytes, pids };
}

/** Memory with shared pages counted once; slow, and null where it may not be read. */
export function proportionalBytes(pids: readonly number[]): number | null {
  let total = 0;
  for (const pid of pids) {
    const text = read(`/proc/${pid}/smaps_rollup`);
    if (text === '') continue;
    const [, kib] = /^Pss:\s+(\d+) kB$/m.exec(text) ?? [];
    if (kib === undefined) return null;
    total += Number(kib) * 1024;
  }
  return total;
}

function descendants(root: number): number[] {
  const found = [root];
  for (const pid of found) {
    for (const task of list(`/proc/${pid}/task`)) {
      const children = read(`/proc/${pid}/task/${task}/children`).trim();
      if (children !== '') found.push(...children.split(' ').map(Number));
    }
  }
  return found;
}

function privateBytes(pid: number): number {
  const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`).split(' ').map(Number);
  return (resident - shared) * PAGE_BYTES;
}

/** A process that has ended meanwhile has nothing to say. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pids of all descendants of a process, as the host sees them. */
export function descendants(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(statusOf(Number(name)))?.[1]);
    parents.set(Number(name), parent);
  }
  const tree = [root];
  for (const pid of tree)
    tree.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree.slice(1);
}

/** The arguments of a process, blanks between; empty when it is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** What `/proc/PID/status` says; empty when the process is gone. */
export function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return '';
  }
}

export function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(statusOf(pid));
}

/** Directories of control groups of the sandbox `name`, in any hierarchy. */
export function groupsNamed(name: string): string[] {
  const found: string[] = [];
  const waiting = ['/sys/fs/cgroup'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const entry of list(path)) {
      const child = join(path, entry);
      if (entry === name || entry.endsWith(`.${name}`)) found.push(child);
      waiting.push(child);
    }
  }
  return found;
}

function list(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HostProcess {
  readonly pid: number;
  /** Its arguments, joined by spaces. */
  readonly command: string;
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** All descendants of this process that live, as the host sees them: those of its sandboxes among them. */
export function descendants(): HostProcess[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const status = read(Number(name), 'status');
    if (!/^State:\s+[^ZX]/m.test(status)) continue;
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [process.pid];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree
    .slice(1)
    .map((pid) => ({ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/** The descendants that are not in `before`, once none of them matches or the time is over. */
export async function leftOver(
  before: readonly HostProcess[],
  { match, withinS = 2 }: { readonly match?: string | undefined; readonly withinS?: number },
): Promise<readonly HostProcess[]> {
  const known = new Set(before.map(({ pid }) => pid));
  const pattern = new RegExp(match ?? '');
  const deadline = performance.now() + withinS * 1000;
  for (;;) {
    const left = descendants().filter(
      ({ pid, command }) => !known.has(pid) && pattern.test(command),
    );
    if (left.length === 0 || performance.now() > deadline) return left;
    await sleep(50);
  }
}

/** Clock ticks of CPU time, a hundredth of a second each, that a process has had. */
function ticks({ pid }: HostProcess): number {
  // The name, in parentheses, may hold spaces; user and system time are fields 14 and 15.
  const fields = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** CPU time that the descendants there are spend in the next `ms`, as a share of one processor. */
export async function busyShare(ms: number): Promise<number> {
  const watched = descendants().map((one) => ({ one, before: ticks(one) }));
  await sleep(ms);
  const spent = watched.map(({ one, before }) => Math.max(0, ticks(one) - before));
  return (spent.reduce((sum, count) => sum + count, 0) * 10) / ms;
}

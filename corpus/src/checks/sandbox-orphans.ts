import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  type Dirent,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { expect } from 'vitest';
import type { Case } from '../cases.ts';
import { descendants } from '../replay/host-processes.ts';
import { startServerProcess, type ServerProcess } from '../replay/server-process.ts';
import { parseSteps, type Step, type StepOf } from '../replay/steps.ts';

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The mount namespace of a process; empty when there is no such process. */
function mountsOf(pid: number | 'self'): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`);
  } catch {
    return '';
  }
}

/** All processes of the host that live. */
function livingProcesses(): number[] {
  return entriesOf('/proc')
    .map(({ name }) => Number(name))
    .filter((pid) => pid > 0 && /^State:\s+[^ZX]/m.test(read(`/proc/${pid}/status`)));
}

/** A server's processes: those of `known` that live, and new ones that see parts of `place` in a sandbox. */
function processesOf(
  place: string,
  earlier: readonly number[],
  known: readonly number[],
): number[] {
  const own = mountsOf('self');
  const inSandbox = (pid: number): boolean =>
    mountsOf(pid) !== own && read(`/proc/${pid}/mountinfo`).includes(basename(place));
  return livingProcesses().filter(
    (pid) => known.includes(pid) || (!earlier.includes(pid) && inSandbox(pid)),
  );
}

/** Control groups of processes, those aside that this process is in as well. */
function groupsOf(pids: readonly number[]): ReadonlySet<string> {
  const pathsOf = (pid: number | 'self'): string[] =>
    read(`/proc/${pid}/cgroup`)
      .split('\n')
      .map((line) => line.replace(/^\d+:[^:]*:/, ''));
  const own = new Set(pathsOf('self'));
  return new Set(pids.flatMap(pathsOf).filter((path) => !own.has(path)));
}

/** Those of `groups` that are still a directory, in any hierarchy. */
function groupsLeft(groups: ReadonlySet<string>): string[] {
  const roots = [
    '/sys/fs/cgroup',
    ...entriesOf('/sys/fs/cgroup').map(({ name }) => `/sys/fs/cgroup/${name}`),
  ];
  return roots.flatMap((root) => [...groups].map((group) => root + group)).filter(existsSync);
}

async function until(holds: () => boolean, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!holds() && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

function stepOf<Kind extends Step['do']>(one: Case, kind: Kind): StepOf<Kind> {
  const found = parseSteps(one.steps).find((step): step is StepOf<Kind> => step.do === kind);
  if (found === undefined) throw new Error(`${one.id} has no step ${kind}`);
  return found;
}

/** Sessions that all run the case's cell, and what they are made of on the host. */
async function holdSessions(
  one: Case,
  { client, pid }: ServerProcess,
): Promise<{ readonly pids: readonly number[]; readonly groups: ReadonlySet<string> }> {
  const { code } = stepOf(one, 'execute');
  const count = stepOf(one, 'create').count ?? 1;
  const known = new Set(descendants().map((child) => child.pid));
  for (let left = count; left > 0; left -= 1) {
    const { session_id } = await client.createSession({
      language: 'python',
      sandbox_mode: one.mode ?? 'standard',
    });
    // The server ends before the cell does.
    client.execute(session_id, { code }).catch(() => undefined);
  }
  const sleepers = (): number =>
    descendants().filter((child) => !known.has(child.pid) && child.command === 'sleep 777').length;
  await until(() => sleepers() === count, 20);
  expect(sleepers()).toBe(count);
  const pids = descendants()
    .map((child) => child.pid)
    .filter((child) => child !== pid && !known.has(child));
  return { pids, groups: groupsOf(pids) };
}

/** That nothing outlives a server that is killed, and that the next one starts as if nothing had been. */
export async function replayOrphans(one: Case): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'repltool-corpus-'));
  // Where the users of sandboxes cannot go, the server keeps no workspaces.
  chmodSync(place, 0o755);
  const dataDir = join(place, 'data');
  const earlier = livingProcesses();
  try {
    await using killed = await startServerProcess({ dataDir, port: 0 });
    const { pids, groups } = await holdSessions(one, killed);
    const servers = join(dataDir, 'servers');
    const directories = entriesOf(servers).map(({ name }) => name);
    // Of each session an interpreter, its program, and what holds them.
    expect(processesOf(place, earlier, []).length).toBeGreaterThanOrEqual(6);
    expect(groups.size).toBeGreaterThanOrEqual(1);
    expect(directories).toHaveLength(1);

    expect(await killed.stop('SIGKILL')).toMatchObject({ ending: 'SIGKILL' });
    await until(
      () => processesOf(place, earlier, pids).length === 0,
      stepOf(one, 'assert-no-processes').within_s ?? 5,
    );
    expect(processesOf(place, earlier, pids)).toEqual([]);

    await using next = await startServerProcess({ dataDir, port: killed.port });
    expect(next.port).toBe(killed.port);
    expect(groupsLeft(groups)).toEqual([]);
    const mounts = read('/proc/self/mountinfo');
    expect(directories.filter((name) => mounts.includes(name))).toEqual([]);
    const names = entriesOf(servers).map(({ name }) => name);
    expect(names.filter((name) => directories.includes(name))).toEqual([]);
    const { session_id } = await next.client.createSession({ language: 'python' });
    const result = await next.client.execute(session_id, { code: '6 * 7' });
    expect(result).toMatchObject({ status: 'ok', result_text: '42' });
    const { ending, log } = await next.stop('SIGTERM');
    expect(ending).toBe(0);
    expect(log).not.toMatch(/"level":[56]0/);
  } finally {
    // Opening a backend clears what a killed server has left, where this fails half-way.
    const backend = createBubblewrapBackend({ dataDir });
    await backend.probe();
    await backend[Symbol.asyncDispose]();
    rmSync(place, { recursive: true, force: true });
  }
}

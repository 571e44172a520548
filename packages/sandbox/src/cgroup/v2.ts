import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWN_PROCESSES, taskLimit, type ControlGroups, type GroupLimits } from './control-group.ts';
import { memoryLimitBytes } from '../limit-figures.ts';
import type { ResourceAccount } from '../account.ts';
import { CounterFile, openIdle } from './counter-file.ts';
import { removeGroups, removeGroupTrees } from './remove-group.ts';

const US_PER_MS = 1000;
/** Controllers without which version 2 is of no use here. */
export const REQUIRED_V2 = ['memory', 'pids'];
const WANTED_V2 = ['memory', 'pids', 'cpu'];

/** Where the server's own processes go, since a group with controllers for its children may hold none itself. */
const HOST_LEAF = 'repltool-host';

export function availableControllers(directory: string): string[] {
  return readFileSync(join(directory, 'cgroup.controllers'), 'latin1').trim().split(/\s+/);
}

/** The group in which a server makes its own: its current one, or that one's parent once it has moved to the leaf. */
export function baseGroup(current: string): string {
  return basename(current) === HOST_LEAF ? dirname(current) : current;
}

/**
 * The groups of sandboxes are beside that of the server's own processes, so that one that is not urgent gives way to them
 * at once.
 * @param base a group this server may write, with the required controllers
 * @throws Error when it may not
 */
export function createGroupsV2(base: string, name: string): ControlGroups {
  const own = join(base, name);
  const controllers = availableControllers(base).filter((one) => WANTED_V2.includes(one));
  mkdirSync(own);
  delegate(base, controllers);
  return {
    version: 2,
    create: (id, limits) => createGroup(`${own}.${id}`, limits),
    remove: () => removeGroupTrees([own]),
  };
}

function enable(directory: string, controllers: readonly string[]): void {
  writeFileSync(
    join(directory, 'cgroup.subtree_control'),
    controllers.map((name) => `+${name}`).join(' '),
  );
}

function delegate(base: string, controllers: readonly string[]): void {
  try {
    enable(base, controllers);
  } catch {
    const leaf = join(base, HOST_LEAF);
    mkdirSync(leaf, { recursive: true });
    const processes = readFileSync(join(base, 'cgroup.procs'), 'latin1').trim().split('\n');
    for (const pid of processes) writeFileSync(join(leaf, 'cgroup.procs'), pid);
    enable(base, controllers);
  }
}

function createGroup(directory: string, limits: GroupLimits): ResourceAccount {
  mkdirSync(directory);
  setLimits(directory, limits);
  return openAccount(directory);
}

export function setLimits(directory: string, limits: GroupLimits): void {
  const set = (name: string, value: string): void => writeFileSync(join(directory, name), value);
  set('memory.max', String(memoryLimitBytes(limits)));
  // Absent where the kernel does not account swap.
  if (existsSync(join(directory, 'memory.swap.max'))) set('memory.swap.max', '0');
  set('pids.max', String(taskLimit(limits)));
}

/** The account of a group that is there and has its limits. */
export function openAccount(directory: string): ResourceAccount {
  const file = (name: string): string => join(directory, name);
  const counters = {
    processes: new CounterFile(file('cgroup.procs'), 'r+'),
    cpu: new CounterFile(file('cpu.stat')),
    memoryPeak: openPeak(file('memory.peak')),
    memoryEvents: new CounterFile(file('memory.events')),
    pidsEvents: new CounterFile(file('pids.events')),
    idle: openIdle(file('cpu.idle')),
  };
  let removed: Promise<void> | undefined;
  return {
    attach: (pid) => counters.processes.write(String(pid)),
    follow: () => undefined,
    prioritise: (urgent) => counters.idle?.write(urgent ? '0' : '1'),
    usage: () => ({
      cpuUserMs: counters.cpu.field('user_usec') / US_PER_MS,
      cpuSystemMs: counters.cpu.field('system_usec') / US_PER_MS,
      peakMemoryBytes: counters.memoryPeak?.number() ?? null,
      processes: Math.max(0, counters.processes.lines() - OWN_PROCESSES),
      oomKills: counters.memoryEvents.field('oom_kill'),
      processLimitHits: counters.pidsEvents.field('max'),
    }),
    resetPeak() {
      try {
        counters.memoryPeak?.write('reset');
      } catch {
        // Before Linux 6.12 the peak is that of the group's whole life.
      }
    },
    remove() {
      removed ??= removeGroups([directory]).finally(() => {
        for (const counter of Object.values(counters)) counter?.close();
      });
      return removed;
    },
  };
}

/** Null before Linux 5.19. */
function openPeak(path: string): CounterFile | null {
  for (const flags of ['r+', 'r'] as const) {
    try {
      return new CounterFile(path, flags);
    } catch {
      continue;
    }
  }
  return null;
}

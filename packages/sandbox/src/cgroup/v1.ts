import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_PROCESSES, taskLimit, type ControlGroups, type GroupLimits } from './control-group.ts';
import { memoryLimitBytes } from '../limit-figures.ts';
import type { ResourceAccount } from '../account.ts';
import { CounterFile, openIdle } from './counter-file.ts';
import { removeGroups, removeGroupTrees } from './remove-group.ts';

const NS_PER_MS = 1e6;

/** Controllers without which version 1 is of no use here. */
export const REQUIRED_V1 = ['memory', 'pids', 'cpuacct'];
const OPTIONAL_V1 = ['cpu'];

/**
 * The groups of sandboxes are in one of the server's own, but not where their processor time is shared out: there each
 * is beside the server's processes, so that one that is not urgent gives way to them at once.
 * @param parents this server's group in each hierarchy, by controller
 * @throws Error when the hierarchies cannot be written
 */
export function createGroupsV1(parents: ReadonlyMap<string, string>, name: string): ControlGroups {
  const shared = parents.get('cpu');
  const own = new Map<string, string>();
  for (const controller of [...REQUIRED_V1, ...OPTIONAL_V1]) {
    const parent = parents.get(controller);
    if (parent !== undefined) own.set(controller, join(parent, name));
  }
  makeAll(own.values());
  const childrenOf = (id: string): Map<string, string> =>
    new Map(
      [...own].map(([controller, group]) => [
        controller,
        parents.get(controller) === shared ? `${group}.${id}` : join(group, id),
      ]),
    );
  return {
    version: 1,
    create: (id, limits) => createGroup(childrenOf(id), limits),
    remove: () => removeGroupTrees([...new Set(own.values())]),
  };
}

/** Controllers mounted together share a directory. */
function makeAll(directories: Iterable<string>): void {
  for (const directory of new Set(directories)) mkdirSync(directory);
}

function createGroup(
  directories: ReadonlyMap<string, string>,
  limits: GroupLimits,
): ResourceAccount {
  const file = (controller: string, name: string): string =>
    join(directories.get(controller) ?? '', `${controller}.${name}`);
  const all = [...new Set(directories.values())];
  makeAll(all);
  setLimits(file, limits);

  const counters = {
    cpu: new CounterFile(file('cpuacct', 'usage_all')),
    tasks: new CounterFile(file('pids', 'current')),
    memoryPeak: new CounterFile(file('memory', 'max_usage_in_bytes'), 'r+'),
    oom: new CounterFile(file('memory', 'oom_control')),
    pidsEvents: new CounterFile(file('pids', 'events')),
    idle: openIdle(file('cpu', 'idle')),
  };
  const processes = join(directories.get('pids') ?? '', 'cgroup.procs');
  let removed: Promise<void> | undefined;
  return {
    attach(pid) {
      for (const directory of all) writeFileSync(join(directory, 'cgroup.procs'), String(pid));
    },
    follow: () => undefined,
    prioritise: (urgent) => counters.idle?.write(urgent ? '0' : '1'),
    usage: () => ({
      ...cpuTime(counters.cpu.text()),
      peakMemoryBytes: counters.memoryPeak.number(),
      processes: countProcesses(counters.tasks.number(), processes),
      oomKills: counters.oom.field('oom_kill'),
      processLimitHits: counters.pidsEvents.field('max'),
    }),
    resetPeak: () => counters.memoryPeak.write('0'),
    remove() {
      removed ??= removeGroups(all).finally(() => {
        for (const counter of Object.values(counters)) counter?.close();
      });
      return removed;
    },
  };
}

/** Adds up the lines `cpu user system` of all processors, in nanoseconds. */
function cpuTime(text: string): { cpuUserMs: number; cpuSystemMs: number } {
  let user = 0;
  let system = 0;
  for (const line of text.split('\n').slice(1)) {
    const [, userNs = 0, systemNs = 0] = line.split(' ').map(Number);
    user += userNs;
    system += systemNs;
  }
  return { cpuUserMs: user / NS_PER_MS, cpuSystemMs: system / NS_PER_MS };
}

/** Tasks include threads, so more than one of them have to be told apart. */
function countProcesses(tasks: number, list: string): number {
  if (tasks <= OWN_PROCESSES + 1) return Math.max(0, tasks - OWN_PROCESSES);
  // Opened anew each time: version 1 answers an open file with the list it made a while ago.
  const file = new CounterFile(list);
  const count = file.lines();
  file.close();
  return Math.max(0, count - OWN_PROCESSES);
}

function setLimits(file: (controller: string, name: string) => string, limits: GroupLimits): void {
  const memory = String(memoryLimitBytes(limits));
  writeFileSync(file('memory', 'limit_in_bytes'), memory);
  // Absent where the kernel does not account swap.
  const withSwap = file('memory', 'memsw.limit_in_bytes');
  if (existsSync(withSwap)) writeFileSync(withSwap, memory);
  writeFileSync(file('pids', 'max'), String(taskLimit(limits)));
}

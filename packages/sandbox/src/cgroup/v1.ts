import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_PROCESSES, taskLimit, type ControlGroups, type GroupLimits } from './control-group.ts';
import { memoryLimitBytes } from '../limit-figures.ts';
import type { ResourceAccount } from '../account.ts';
import { CounterFile } from './counter-file.ts';
import { removeGroups } from './remove-group.ts';

const NS_PER_MS = 1e6;
/** Half of what the server's own group gets when both want the processor. */
const CPU_SHARES = 512;

/** Controllers without which version 1 is of no use here. */
export const REQUIRED_V1 = ['memory', 'pids', 'cpuacct'];
const OPTIONAL_V1 = ['cpu'];

/**
 * @param parents this server's group in each hierarchy, by controller
 * @throws Error when the hierarchies cannot be written
 */
export function createGroupsV1(parents: ReadonlyMap<string, string>, name: string): ControlGroups {
  const own = new Map<string, string>();
  for (const controller of [...REQUIRED_V1, ...OPTIONAL_V1]) {
    const parent = parents.get(controller);
    if (parent !== undefined) own.set(controller, join(parent, name));
  }
  makeAll(own.values());
  return {
    version: 1,
    create: (id, limits) => createGroup(childrenOf(own, id), limits),
    remove: () => removeGroups([...new Set(own.values())]),
  };
}

function childrenOf(parents: ReadonlyMap<string, string>, id: string): Map<string, string> {
  return new Map([...parents].map(([controller, parent]) => [controller, join(parent, id)]));
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
  setLimits(file, limits, directories.has('cpu'));

  const members = all.map((directory) => new CounterFile(join(directory, 'cgroup.procs'), 'r+'));
  const processes = join(directories.get('pids') ?? '', 'cgroup.procs');
  const counters = {
    cpuUser: new CounterFile(file('cpuacct', 'usage_user')),
    cpuSystem: new CounterFile(file('cpuacct', 'usage_sys')),
    memoryPeak: new CounterFile(file('memory', 'max_usage_in_bytes'), 'r+'),
    oom: new CounterFile(file('memory', 'oom_control')),
    pidsEvents: new CounterFile(file('pids', 'events')),
  };
  let removed: Promise<void> | undefined;
  return {
    attach(pid) {
      for (const group of members) group.write(String(pid));
    },
    follow: () => undefined,
    usage: () => ({
      cpuUserMs: counters.cpuUser.number() / NS_PER_MS,
      cpuSystemMs: counters.cpuSystem.number() / NS_PER_MS,
      peakMemoryBytes: counters.memoryPeak.number(),
      processes: Math.max(0, countLines(processes) - OWN_PROCESSES),
      oomKills: counters.oom.field('oom_kill'),
      processLimitHits: counters.pidsEvents.field('max'),
    }),
    resetPeak: () => counters.memoryPeak.write('0'),
    remove() {
      removed ??= removeGroups(all).finally(() => {
        for (const open of [...members, ...Object.values(counters)]) open.close();
      });
      return removed;
    },
  };
}

/** Opened anew each time: version 1 answers an open file with the list it made a while ago. */
function countLines(path: string): number {
  const file = new CounterFile(path);
  const count = file.lines();
  file.close();
  return count;
}

function setLimits(
  file: (controller: string, name: string) => string,
  limits: GroupLimits,
  hasCpu: boolean,
): void {
  const memory = String(memoryLimitBytes(limits));
  writeFileSync(file('memory', 'limit_in_bytes'), memory);
  // Absent where the kernel does not account swap.
  const withSwap = file('memory', 'memsw.limit_in_bytes');
  if (existsSync(withSwap)) writeFileSync(withSwap, memory);
  writeFileSync(file('pids', 'max'), String(taskLimit(limits)));
  if (hasCpu) writeFileSync(file('cpu', 'shares'), String(CPU_SHARES));
}

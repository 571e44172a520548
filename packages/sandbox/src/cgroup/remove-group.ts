import { readdirSync, readFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 5000;
const MAX_PAUSE_MS = 50;

/** Kills every process of the groups until none is left, then removes their directories. */
export async function removeGroups(directories: readonly string[]): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = 1; killAll(directories) > 0; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    if (Date.now() > deadline) throw new Error(`processes of ${directories[0]} cannot be killed`);
    await delay(pause);
  }
  for (const directory of directories) await removeDirectory(directory, deadline);
}

/** The same for server groups, with the groups of their sandboxes first. */
export async function removeGroupTrees(directories: readonly string[]): Promise<void> {
  await removeGroups(directories.flatMap(childGroups));
  await removeGroups(directories);
}

function childGroups(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(directory, name));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Sends SIGKILL to each process of the groups and says how many there were. */
function killAll(directories: readonly string[]): number {
  const pids = new Set(directories.flatMap(groupProcesses));
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!hasCode(error, 'ESRCH')) throw error;
    }
  }
  return pids.size;
}

function groupProcesses(directory: string): number[] {
  try {
    return readFileSync(join(directory, 'cgroup.procs'), 'latin1')
      .split('\n')
      .filter((line) => line !== '' && line !== '0')
      .map(Number);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENODEV')) return [];
    throw error;
  }
}

/** The kernel may call a group busy for a moment after its last process is gone. */
async function removeDirectory(directory: string, deadline: number): Promise<void> {
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await rmdir(directory);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      if (!hasCode(error, 'EBUSY') || Date.now() > deadline) throw error;
      await delay(pause);
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

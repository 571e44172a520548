import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeGroupTrees } from '../cgroup/remove-group.ts';
import { unmountBelow, type MountPrograms } from './mounts.ts';
import { removeTree } from './remove-tree.ts';
import { isDeadServer } from './server-place.ts';

/**
 * Removes what servers that were killed left behind: processes that outlived them, groups, mounts, directories.
 * Several servers may do it at once.
 * @param groups directories in which servers make their control groups
 */
export async function sweepDeadServers(
  servers: string,
  groups: readonly string[],
  programs: MountPrograms | null,
): Promise<void> {
  for (const parent of groups)
    for (const name of await names(parent))
      if (name.startsWith(GROUP_PREFIX) && isDeadServer(serverOf(name)))
        await removeGroupTrees([join(parent, name)]);
  for (const key of await names(servers))
    if (isDeadServer(key)) {
      await unmountBelow(programs, join(servers, key));
      await removeTree(join(servers, key));
    }
}

const GROUP_PREFIX = 'repltool-';

export function groupName(serverKey: string): string {
  return `${GROUP_PREFIX}${serverKey}`;
}

/** The groups of sandboxes may be beside their server's, with an id behind a dot. */
function serverOf(group: string): string {
  return group.slice(GROUP_PREFIX.length).replace(/\..*$/, '');
}

function names(directory: string): Promise<string[]> {
  return readdir(directory).catch(() => []);
}

import { posix } from 'node:path';
import { parseMountTable, type MountEntry } from '../host/mount-table.ts';

/** The directory of this process's own group in each hierarchy it is in. */
export interface GroupLocations {
  /** Version 1, by controller. */
  readonly v1: ReadonlyMap<string, string>;
  /** Version 2, null when it is not mounted. */
  readonly v2: string | null;
}

/**
 * @param memberships what `/proc/self/cgroup` says
 * @param mountInfo what `/proc/self/mountinfo` says
 */
export function locateGroups(memberships: string, mountInfo: string): GroupLocations {
  const mounts = parseMountTable(mountInfo);
  const v1 = new Map<string, string>();
  let v2: string | null = null;
  for (const line of memberships.split('\n')) {
    const [, id, controllers, path] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    if (id === '0') {
      v2 = directoryOf(path, mounts, ({ type }) => type === 'cgroup2') ?? v2;
      continue;
    }
    for (const controller of controllers.split(',')) {
      const directory = directoryOf(
        path,
        mounts,
        ({ type, options }) => type === 'cgroup' && options.includes(controller),
      );
      if (directory !== null) v1.set(controller, directory);
    }
  }
  return { v1, v2 };
}

function directoryOf(
  path: string,
  mounts: readonly MountEntry[],
  matches: (mount: MountEntry) => boolean,
): string | null {
  const mount = mounts.find((candidate) => matches(candidate) && isInside(path, candidate.root));
  return mount === undefined ? null : posix.join(mount.point, posix.relative(mount.root, path));
}

function isInside(path: string, root: string): boolean {
  return root === '/' ? !path.startsWith('/..') : path === root || path.startsWith(`${root}/`);
}

import { posix } from 'node:path';

/** The directory of this process's own group in each hierarchy it is in. */
export interface GroupLocations {
  /** Version 1, by controller. */
  readonly v1: ReadonlyMap<string, string>;
  /** Version 2, null when it is not mounted. */
  readonly v2: string | null;
}

interface Mount {
  readonly root: string;
  readonly mountPoint: string;
  readonly type: string;
  readonly options: readonly string[];
}

/**
 * @param memberships what `/proc/self/cgroup` says
 * @param mountInfo what `/proc/self/mountinfo` says
 */
export function locateGroups(memberships: string, mountInfo: string): GroupLocations {
  const mounts = mountInfo.split('\n').flatMap(parseMount);
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
  mounts: readonly Mount[],
  matches: (mount: Mount) => boolean,
): string | null {
  const mount = mounts.find((candidate) => matches(candidate) && isInside(path, candidate.root));
  return mount === undefined
    ? null
    : posix.join(mount.mountPoint, posix.relative(mount.root, path));
}

function isInside(path: string, root: string): boolean {
  return root === '/' ? !path.startsWith('/..') : path === root || path.startsWith(`${root}/`);
}

function parseMount(line: string): Mount[] {
  const [before = '', after = ''] = line.split(' - ');
  const [, , , root, mountPoint] = before.split(' ');
  const [type, , options] = after.split(' ');
  if (root === undefined || mountPoint === undefined || type === undefined) return [];
  return [
    {
      root: unescape(root),
      mountPoint: unescape(mountPoint),
      type,
      options: options?.split(',') ?? [],
    },
  ];
}

/** Blanks in a path are written in octal there. */
function unescape(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

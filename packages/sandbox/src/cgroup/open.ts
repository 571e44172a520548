import { readFileSync } from 'node:fs';
import type { ControlGroups } from './control-group.ts';
import { locateGroups } from './location.ts';
import { createGroupsV1, REQUIRED_V1 } from './v1.ts';
import { availableControllers, baseGroup, createGroupsV2, REQUIRED_V2 } from './v2.ts';

export interface GroupsUnavailable {
  readonly why: string;
  readonly mend: string;
  readonly cause?: unknown;
}

export type OpenedGroups =
  | { readonly groups: ControlGroups; readonly unavailable?: never }
  | { readonly groups?: never; readonly unavailable: GroupsUnavailable };

/** Makes a group called `name` below the server's own, in whichever version has the controllers. */
export function openControlGroups(name: string): OpenedGroups {
  const { v1, v2 } = ownGroups();
  if (REQUIRED_V1.every((controller) => v1.has(controller)))
    return attempt(() => createGroupsV1(v1, name));
  if (v2 === null)
    return {
      unavailable: {
        why: 'no cgroup hierarchy with the memory and pids controllers is mounted',
        mend: 'mount cgroup2 on /sys/fs/cgroup, or run the container with the cgroup file system',
      },
    };
  const base = baseGroup(v2);
  const controllers = availableControllers(base);
  const missing = REQUIRED_V2.filter((controller) => !controllers.includes(controller));
  if (missing.length > 0)
    return {
      unavailable: {
        why: `the server's group lacks the controllers ${missing.join(' and ')}`,
        mend: 'start the server in a delegated group: systemd-run --user --scope -p Delegate=yes …',
      },
    };
  return attempt(() => createGroupsV2(base, name));
}

/** Directories in which servers on this machine make their groups. */
export function groupParents(): string[] {
  const { v1, v2 } = ownGroups();
  return [...new Set([...v1.values(), ...(v2 === null ? [] : [baseGroup(v2)])])];
}

function ownGroups(): ReturnType<typeof locateGroups> {
  return locateGroups(
    readFileSync('/proc/self/cgroup', 'latin1'),
    readFileSync('/proc/self/mountinfo', 'latin1'),
  );
}

function attempt(open: () => ControlGroups): OpenedGroups {
  try {
    return { groups: open() };
  } catch (cause) {
    return {
      unavailable: {
        why: 'the server may not make groups below its own',
        mend: 'start it as root, or in a delegated group: systemd-run --user --scope -p Delegate=yes …; in a container, mount /sys/fs/cgroup writable',
        cause,
      },
    };
  }
}

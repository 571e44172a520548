import { readFileSync } from 'node:fs';

export interface HostUser {
  readonly uid: number;
  readonly gid: number;
}

/** Traditionally `nobody`; mapped in every container that maps users at all. */
const NOBODY: HostUser = { uid: 65_534, gid: 65_534 };

/**
 * A range that no distribution, container manager or systemd gives out. Each sandbox gets a uid of its own of it, so
 * that what the kernel counts per user (pipe memory, keys, inotify watches, pending signals) is not shared.
 */
const FIRST_UID = 1_900_000_000;
const SERVERS = 50_000;
const SANDBOXES_PER_SERVER = 4096;

export interface SandboxUsers {
  /** The group of all of them; undefined when they stay the server's own user. */
  readonly group: number | undefined;
  /** The user outside for the next sandbox; undefined when it stays the server's own. */
  next(): HostUser | undefined;
}

/**
 * A server of root gives its sandboxes an unprivileged user; any other cannot change user, and need not.
 * @param fixed one user for all sandboxes
 */
export function createSandboxUsers(fixed: HostUser | undefined): SandboxUsers {
  if (process.getuid?.() !== 0) return { group: undefined, next: () => undefined };
  const first = FIRST_UID + (process.pid % SERVERS) * SANDBOXES_PER_SERVER;
  if (fixed !== undefined || !isMapped(first + SANDBOXES_PER_SERVER - 1)) {
    const user = fixed ?? NOBODY;
    return { group: user.gid, next: () => user };
  }
  let count = 0;
  return {
    group: first,
    next() {
      const uid = first + (count % SANDBOXES_PER_SERVER);
      count += 1;
      return { uid, gid: first };
    },
  };
}

/** Whether this process's user namespace knows the id, as uid and as gid. */
function isMapped(id: number): boolean {
  return ['/proc/self/uid_map', '/proc/self/gid_map'].every((file) =>
    readFileSync(file, 'latin1')
      .trim()
      .split('\n')
      .some((line) => {
        const [inside = 0, , length = 0] = line.trim().split(/\s+/).map(Number);
        return id >= inside && id < inside + length;
      }),
  );
}

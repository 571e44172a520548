import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadOnlyMount } from '@repltool/core';
import { ReplError } from '@repltool/protocol';
import type { Lender } from './host/lender.ts';
import type { SettledMount } from './operator-mounts.ts';
import { firstBarrier } from './host/walkable.ts';

export interface Reach {
  /** Whether the sandbox's user is another than the server's, and may be kept out where the server is not. */
  readonly restricted: boolean;
  /** Lends what that user cannot walk to; null where the server may not mount. */
  readonly lender: Lender | null;
}

/**
 * The mounts as they can be made, without the optional ones that are not there.
 * @throws ReplError SandboxUnavailable naming a source that is missing or out of reach
 */
export async function reachableMounts(
  mounts: readonly ReadOnlyMount[],
  reach: Reach,
): Promise<ReadOnlyMount[]> {
  const found = await Promise.all(mounts.map((mount) => reachableMount(mount, mounts, reach)));
  return found.flatMap((mount) => (mount === null ? [] : [mount]));
}

async function reachableMount(
  mount: ReadOnlyMount,
  all: readonly ReadOnlyMount[],
  { restricted, lender }: Reach,
): Promise<ReadOnlyMount | null> {
  const { source, target = source, optional } = mount;
  const path = await realpath(source).catch(() => null);
  if (path === null) {
    if (optional === true) return null;
    throw notReachable(`There is nothing at ${source}.`);
  }
  if (all.some((other) => other !== mount && shows(other, source, target))) return null;
  const barrier = restricted ? await firstBarrier(path) : null;
  if (barrier === null) return { source: path, target };
  if (lender !== null) return { source: await lender.lend(path), target };
  throw notReachable(`The sandbox's user cannot walk through ${barrier} to ${source}.`);
}

/**
 * The operator's mounts as they can be made.
 * @throws ReplError SandboxUnavailable when a source is out of reach
 */
export function reachableOperatorMounts(
  mounts: readonly SettledMount[],
  { restricted, lender }: Reach,
): Promise<SettledMount[]> {
  return Promise.all(
    mounts.map(async (mount) => {
      const { source, writable } = mount;
      const barrier = restricted ? await firstBarrier(source) : null;
      if (barrier === null) return mount;
      if (lender !== null)
        return { ...mount, source: await lender.lend(source, writable ? 'rw' : 'ro') };
      throw notReachable(`The sandbox's user cannot walk through ${barrier} to ${source}.`);
    }),
  );
}

/** Paths of the host are for its operator: the cause is logged, the message goes to the client. */
function notReachable(reason: string): ReplError {
  return new ReplError(
    'SandboxUnavailable',
    'A file that the session needs cannot be shown in the sandbox.',
    { cause: new Error(reason) },
  );
}

/** Whether a mount of a directory shows `source` at `target` by itself. */
function shows(directory: ReadOnlyMount, source: string, target: string): boolean {
  const prefix = `${directory.source}/`;
  return (
    source.startsWith(prefix) &&
    target === join(directory.target ?? directory.source, source.slice(prefix.length))
  );
}

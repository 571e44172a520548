import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ReplError } from '@repltool/protocol';
import type { ControlGroups } from './cgroup/control-group.ts';
import { groupParents, openControlGroups } from './cgroup/open.ts';
import { createDescriptorWatch } from './host/descriptors.ts';
import { createFifoPool, type FifoPool } from './host/fifo-pool.ts';
import { mountsBelow, unmount, type MountPrograms } from './host/mounts.ts';
import { findProgram } from './host/programs.ts';
import { removeTree } from './host/remove-tree.ts';
import { createSandboxUsers, type SandboxUsers } from './host/sandbox-user.ts';
import { createServerPlace, type ServerPlace } from './host/server-place.ts';
import { groupName, sweepDeadServers } from './host/sweep.ts';
import type { BubblewrapOptions } from './options.ts';
import { prepareImage, type Image } from './root/image.ts';
import { createFilterCache, type FilterCache } from './seccomp/filter-cache.ts';

/** What one server process shares among its sandboxes. */
export interface ServerHost {
  readonly bwrap: string;
  readonly place: ServerPlace;
  /** Private directory for files that exist for a moment. */
  readonly scratch: string;
  readonly image: Image;
  readonly users: SandboxUsers;
  readonly groups: ControlGroups | null;
  readonly mountPrograms: MountPrograms | null;
  readonly fifos: FifoPool;
  readonly filters: FilterCache;
  readonly descriptors: ReturnType<typeof createDescriptorWatch>;
  readonly canDisableUserNamespaces: boolean;
  remove(): Promise<void>;
}

/** @throws ReplError SandboxUnavailable naming what is missing and how to get it */
export async function openServerHost(options: BubblewrapOptions): Promise<ServerHost> {
  const bwrap = options.bwrapPath ?? (await requireProgram('bwrap', 'bubblewrap'));
  const mkfifo = await requireProgram('mkfifo', 'coreutils');
  const mountPrograms = await findMountPrograms();
  const place = await createServerPlace(options.dataDir);
  const useGroups = options.cgroups !== 'off';
  await sweepDeadServers(place.servers, useGroups ? groupParents() : [], mountPrograms);
  const scratch = join(place.directory, 'scratch');
  await mkdir(scratch, { mode: 0o700 });
  const sandboxes = join(place.directory, 'sandboxes');
  await mkdir(sandboxes);
  await chmod(sandboxes, 0o711);
  const groups = useGroups ? (openControlGroups(groupName(place.key)).groups ?? null) : null;
  return {
    bwrap,
    place,
    scratch,
    image: await prepareImage(join(place.directory, 'image')),
    users: createSandboxUsers(options.user),
    groups,
    mountPrograms,
    fifos: createFifoPool(join(place.directory, 'fifos'), mkfifo),
    filters: createFilterCache(),
    descriptors: createDescriptorWatch(),
    canDisableUserNamespaces: true,
    async remove() {
      if (mountPrograms !== null)
        for (const point of mountsBelow(place.directory)) await unmount(mountPrograms, point);
      await removeTree(place.directory);
      await groups?.remove();
    },
  };
}

async function findMountPrograms(): Promise<MountPrograms | null> {
  if (process.getuid?.() !== 0) return null;
  const [mount, umount] = [await findProgram('mount'), await findProgram('umount')];
  return mount === null || umount === null ? null : { mount, umount };
}

async function requireProgram(name: string, packageName: string): Promise<string> {
  const path = await findProgram(name);
  if (path !== null) return path;
  throw new ReplError(
    'SandboxUnavailable',
    `${name} is not installed: install the system's package ${packageName}.`,
  );
}

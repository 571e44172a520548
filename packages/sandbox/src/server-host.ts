import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ReplError, type IsolationTier } from '@repltool/protocol';
import type { ControlGroups } from './cgroup/control-group.ts';
import { groupParents, openControlGroups } from './cgroup/open.ts';
import { createDescriptorWatch } from './host/descriptors.ts';
import { createFifoPool, type FifoPool } from './host/fifo-pool.ts';
import { createLender, type Lender } from './host/lender.ts';
import {
  findMountPrograms,
  mountTmpfs,
  unmountBelow,
  type MountPrograms,
  type TmpfsOptions,
} from './host/mounts.ts';
import { findProgram } from './host/programs.ts';
import { removeTree } from './host/remove-tree.ts';
import { createSandboxUsers, type SandboxUsers } from './host/sandbox-user.ts';
import { createServerPlace, type ServerPlace } from './host/server-place.ts';
import { groupName, sweepDeadServers } from './host/sweep.ts';
import { createGateway, type Gateway } from './network/gateway.ts';
import { settleOperatorMounts, type SettledMount } from './operator-mounts.ts';
import type { BubblewrapOptions } from './options.ts';
import { prepareImage, type Image } from './root/image.ts';
import { createFilterCache, type FilterCache } from './seccomp/filter-cache.ts';
import { openWorkspacePool, type WorkspacePool } from './workspace-pool.ts';

const SCRATCH: TmpfsOptions = { sizeBytes: 16 * 1024 * 1024, inodes: 1024, uid: 0, gid: 0 };

/** What one server process shares among its sandboxes. */
export interface ServerHost {
  readonly bwrap: string;
  readonly place: ServerPlace;
  /** Private directory for files that exist for a moment. */
  readonly scratch: string;
  readonly image: Image;
  readonly users: SandboxUsers;
  readonly groups: ControlGroups | null;
  readonly workspaces: WorkspacePool;
  /** Null where this process may not mount. */
  readonly lender: Lender | null;
  /** Limits processes inside where there are no groups. */
  readonly prlimit: string | null;
  /** The way to the hosts that are listed; null when none is. */
  readonly gateway: Gateway | null;
  readonly operatorMounts: readonly SettledMount[];
  readonly fifos: FifoPool;
  readonly filters: FilterCache;
  readonly descriptors: ReturnType<typeof createDescriptorWatch>;
  readonly canDisableUserNamespaces: boolean;
  remove(): Promise<void>;
}

/**
 * Prepares what sandboxes share, and removes what servers that were killed left behind. Nothing is started inside yet.
 * @throws ReplError SandboxUnavailable naming what is missing and how to get it
 */
export async function openServerHost(options: BubblewrapOptions): Promise<ServerHost> {
  const bwrap = options.bwrapPath ?? (await requireProgram('bwrap', 'bubblewrap'));
  const mkfifo = await requireProgram('mkfifo', 'coreutils');
  const mountPrograms = await findMountPrograms();
  const operatorMounts = settleOperatorMounts(options.mounts ?? []);
  const gateway = await createGateway(options.network ?? {});
  const filters = createFilterCache(process.arch, options.seccomp);
  const users = createSandboxUsers(options.user);
  const place = await createServerPlace(options.dataDir, users.group);
  const groupsWanted = options.cgroups !== 'off';
  await sweepDeadServers(place.servers, groupsWanted ? groupParents() : [], mountPrograms);
  const groups = groupsWanted ? (openControlGroups(groupName(place.key)).groups ?? null) : null;
  const inPlace = (name: string): string => join(place.directory, name);
  const fifos = createFifoPool(inPlace('fifos'), mkfifo);
  let workspaces: WorkspacePool | undefined;
  const remove = async (): Promise<void> => {
    await workspaces?.close();
    await fifos.close();
    await unmountBelow(mountPrograms, place.directory);
    await removeTree(place.directory);
    await groups?.remove();
  };
  try {
    const scratch = inPlace('scratch');
    const usable = (await makeScratch(scratch, mountPrograms)) ? mountPrograms : null;
    workspaces = await openWorkspacePool(inPlace('workspaces'), usable);
    return {
      bwrap,
      place,
      scratch,
      workspaces,
      lender: usable === null ? null : createLender(inPlace('lent'), usable),
      image: await prepareImage(inPlace('image')),
      users,
      groups,
      prlimit: await findProgram('prlimit'),
      gateway,
      operatorMounts,
      fifos,
      filters,
      descriptors: createDescriptorWatch(),
      canDisableUserNamespaces: true,
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Makes the scratch directory in memory where this process may mount, which root in a container often may not. */
async function makeScratch(path: string, programs: MountPrograms | null): Promise<boolean> {
  await mkdir(path, { mode: 0o700 });
  if (programs === null) return false;
  return mountTmpfs(programs, path, SCRATCH).then(
    () => true,
    () => false,
  );
}

async function requireProgram(name: string, packageName: string): Promise<string> {
  const path = await findProgram(name);
  if (path !== null) return path;
  throw new ReplError(
    'SandboxUnavailable',
    `${name} is not installed: install the system's package ${packageName}.`,
  );
}

export function tierOf({ groups }: ServerHost): IsolationTier {
  return groups === null ? 'namespaces+seccomp+rlimit' : 'namespaces+seccomp+cgroup';
}

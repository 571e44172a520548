import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_RESOURCE_LIMITS, type ResourceLimits } from '@repltool/protocol';
import { mountTmpfs, unmount, type MountPrograms } from './host/mounts.ts';
import { removeTree } from './host/remove-tree.ts';
import type { HostUser } from './host/sandbox-user.ts';
import { diskLimitBytes, diskLimitInodes } from './limit-figures.ts';

type DiskLimit = Pick<ResourceLimits, 'max_disk_mb'>;

/** A session's files on the host. */
export interface Workspace {
  readonly path: string;
  /** Whether the kernel keeps it within `max_disk_mb`; otherwise someone has to count. */
  readonly sized: boolean;
  /** Takes it away with all that is in it. */
  remove(): Promise<void>;
}

export interface WorkspacePool {
  /** An empty workspace that belongs to `user`, or to the server's own user. */
  take(limits: DiskLimit, user: HostUser | undefined): Promise<Workspace>;
  /** Waits for what is being prepared; no more is. */
  close(): Promise<void>;
}

/**
 * Workspaces are sized tmpfs where the server may mount, ordinary private directories elsewhere. Mounting starts a
 * program, so one of the default size is kept ready.
 * @param programs how to mount; null where the server may not
 */
export async function openWorkspacePool(
  directory: string,
  programs: MountPrograms | null,
): Promise<WorkspacePool> {
  await mkdir(directory);
  await chmod(directory, 0o711);
  let count = 0;
  let closed = false;
  let spare: Promise<Workspace> | undefined;

  const make = async (limits: DiskLimit): Promise<Workspace> => {
    const path = join(directory, String(count));
    count += 1;
    await mkdir(path, { mode: 0o700 });
    if (programs === null) return { path, sized: false, remove: () => removeTree(path) };
    await mountTmpfs(programs, path, {
      sizeBytes: diskLimitBytes(limits),
      inodes: diskLimitInodes(limits),
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
    });
    return {
      path,
      sized: true,
      async remove() {
        await unmount(programs, path);
        await removeTree(path);
      },
    };
  };
  const takeSpare = (): Promise<Workspace> => {
    const taken = spare ?? make(DEFAULT_RESOURCE_LIMITS);
    spare = closed || programs === null ? undefined : make(DEFAULT_RESOURCE_LIMITS);
    // It is whoever takes it that is told of a failure.
    spare?.catch(() => undefined);
    return taken;
  };

  return {
    async take(limits, user) {
      const isDefault = limits.max_disk_mb === DEFAULT_RESOURCE_LIMITS.max_disk_mb;
      const workspace = await (isDefault ? takeSpare() : make(limits));
      if (user !== undefined) await chown(workspace.path, user.uid, user.gid);
      return workspace;
    },
    async close() {
      closed = true;
      await spare?.catch(() => undefined);
      spare = undefined;
    },
  };
}

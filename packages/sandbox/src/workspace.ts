import { chown, mkdir } from 'node:fs/promises';
import type { ResourceLimits } from '@repltool/protocol';
import { mountTmpfs, unmount, type MountPrograms } from './host/mounts.ts';
import type { HostUser } from './host/sandbox-user.ts';
import { diskLimitBytes, diskLimitInodes } from './limit-figures.ts';

/** A session's files on the host. */
export interface Workspace {
  readonly path: string;
  /** Whether the kernel keeps it within `max_disk_mb`; otherwise someone has to count. */
  readonly sized: boolean;
  /** Takes a mount away; the directory itself is its owner's to remove. */
  release(): Promise<void>;
}

export interface WorkspaceOptions {
  readonly path: string;
  readonly limits: ResourceLimits;
  /** The user inside, when it is not the server's own. */
  readonly user: HostUser | undefined;
  /** How to mount; null where the server may not. */
  readonly programs: MountPrograms | null;
}

/** A sized tmpfs where the server may mount, an ordinary private directory elsewhere. */
export async function createWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { path, limits, user, programs } = options;
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (programs === null) {
    if (user !== undefined) await chown(path, user.uid, user.gid);
    return { path, sized: false, release: () => Promise.resolve() };
  }
  await mountTmpfs(programs, path, {
    sizeBytes: diskLimitBytes(limits),
    inodes: diskLimitInodes(limits),
    uid: user?.uid ?? process.getuid?.() ?? 0,
    gid: user?.gid ?? process.getgid?.() ?? 0,
  });
  return { path, sized: true, release: () => unmount(programs, path) };
}

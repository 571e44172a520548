import { chown, mkdir } from 'node:fs/promises';
import type { ResourceLimits } from '@repltool/protocol';
import { mountTmpfs, unmount, type MountPrograms } from './host/mounts.ts';
import type { HostUser } from './host/sandbox-user.ts';

const BYTES_PER_MIB = 1024 * 1024;
const INODES_PER_MIB = 256;
const SPARE_INODES = 1024;

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
    sizeBytes: limits.max_disk_mb * BYTES_PER_MIB,
    inodes: limits.max_disk_mb * INODES_PER_MIB + SPARE_INODES,
    uid: user?.uid ?? process.getuid?.() ?? 0,
    gid: user?.gid ?? process.getgid?.() ?? 0,
  });
  return { path, sized: true, release: () => unmount(programs, path) };
}

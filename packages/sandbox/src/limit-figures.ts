import type { ResourceLimits } from '@repltool/protocol';

const BYTES_PER_MIB = 1024 * 1024;
const INODES_PER_MIB = 256;
const SPARE_INODES = 1024;

/** The kernel counts threads as processes: an interpreter's own must not use up what the user was given. */
export const THREAD_ALLOWANCE = 16;

export function memoryLimitBytes({ max_memory_mb }: Pick<ResourceLimits, 'max_memory_mb'>): number {
  return max_memory_mb * BYTES_PER_MIB;
}

export function diskLimitBytes({ max_disk_mb }: Pick<ResourceLimits, 'max_disk_mb'>): number {
  return max_disk_mb * BYTES_PER_MIB;
}

/** Files and directories that fit beside the bytes. */
export function diskLimitInodes({ max_disk_mb }: Pick<ResourceLimits, 'max_disk_mb'>): number {
  return max_disk_mb * INODES_PER_MIB + SPARE_INODES;
}

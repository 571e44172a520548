import { statfsSync } from 'node:fs';

/** Whether a sized file system has no room left, for bytes or for files. One that is gone is not full. */
export function isFull(path: string): boolean {
  try {
    const { bfree, ffree } = statfsSync(path);
    return bfree === 0 || ffree === 0;
  } catch {
    return false;
  }
}

import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const OTHERS_EXECUTE = 0o001;

/**
 * The first directory on the way to `path` that users other than its owner cannot walk through; null when there is none.
 * @throws when `path` does not exist
 */
export async function firstBarrier(path: string): Promise<string | null> {
  const ancestors: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    ancestors.unshift(at);
    if (at === dirname(at)) break;
  }
  for (const directory of ancestors) {
    const { mode } = await stat(directory);
    if ((mode & OTHERS_EXECUTE) === 0) return directory;
  }
  await stat(path);
  return null;
}

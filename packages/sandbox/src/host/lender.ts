import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mountAgain, type MountPrograms } from './mounts.ts';

/** Makes what is behind a closed directory reachable for the sandboxes' users, and for nobody else. */
export interface Lender {
  /** Path at which `source` can be reached; the same each time. */
  lend(source: string, access?: 'ro' | 'rw'): Promise<string>;
}

/** @param directory where only root and the sandboxes' users may walk */
export function createLender(directory: string, programs: MountPrograms): Lender {
  const lent = new Map<string, Promise<string>>();
  const place = async (source: string, path: string, access: 'ro' | 'rw'): Promise<string> => {
    await mkdir(directory, { recursive: true });
    await chmod(directory, 0o711);
    const stats = await stat(source);
    await (stats.isDirectory() ? mkdir(path) : writeFile(path, ''));
    await mountAgain(programs, source, path, access);
    return path;
  };
  return {
    lend(source, access = 'ro') {
      const key = `${access} ${source}`;
      const known = lent.get(key);
      if (known !== undefined) return known;
      const placed = place(source, join(directory, String(lent.size)), access);
      lent.set(key, placed);
      return placed;
    },
  };
}

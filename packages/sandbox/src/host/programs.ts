import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a distribution keeps its programs; the server's own PATH, which a user may have changed, plays no part. */
const SYSTEM_PATH = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Absolute path of a program in one of `directories`, or null. */
export async function findProgram(
  name: string,
  directories: readonly string[] = SYSTEM_PATH,
): Promise<string | null> {
  for (const directory of directories) {
    const path = join(directory, name);
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return path;
  }
  return null;
}

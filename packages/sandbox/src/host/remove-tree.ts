import { rm } from 'node:fs/promises';
import { runProgram } from './run-program.ts';

const CHMOD = '/bin/chmod';
const RM = '/bin/rm';

/**
 * Removes a directory that user code may have filled, never following its links. Directories without rights and trees
 * too deep for a path are left to the system's programs, which walk by descriptor.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await runProgram(CHMOD, ['-R', 'u+rwx', '--', path]);
    await runProgram(RM, ['-rf', '--', path]);
  }
}

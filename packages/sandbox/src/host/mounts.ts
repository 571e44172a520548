import { readMountTable } from './mount-table.ts';
import { findProgram } from './programs.ts';
import { runProgram } from './run-program.ts';

export interface MountPrograms {
  readonly mount: string;
  readonly umount: string;
}

/** Null where this process may not mount. */
export async function findMountPrograms(): Promise<MountPrograms | null> {
  if (process.getuid?.() !== 0) return null;
  const [mount, umount] = [await findProgram('mount'), await findProgram('umount')];
  return mount === null || umount === null ? null : { mount, umount };
}

export interface TmpfsOptions {
  readonly sizeBytes: number;
  readonly inodes: number;
  readonly uid: number;
  readonly gid: number;
}

export async function mountTmpfs(
  { mount }: MountPrograms,
  path: string,
  { sizeBytes, inodes, uid, gid }: TmpfsOptions,
): Promise<void> {
  const options = `nosuid,nodev,mode=0700,size=${sizeBytes},nr_inodes=${inodes},uid=${uid},gid=${gid}`;
  await runProgram(mount, ['-n', '-t', 'tmpfs', '-o', options, 'repltool', path]);
}

/** Shows `source` at `path` as well; read-only, nothing can be lost through it. */
export async function mountAgain(
  { mount }: MountPrograms,
  source: string,
  path: string,
  access: 'ro' | 'rw',
): Promise<void> {
  await runProgram(mount, ['-n', '-o', 'bind', '--', source, path]);
  await runProgram(mount, ['-n', '-o', `remount,bind,${access},nosuid,nodev`, '--', path]);
}

/** Detached at once; its memory is free when the last file in it is closed. */
export async function unmount({ umount }: MountPrograms, path: string): Promise<void> {
  await runProgram(umount, ['-l', '--', path]);
}

/** Mount points at or below `directory`, the innermost first. */
function mountsBelow(directory: string): string[] {
  return readMountTable()
    .map(({ point }) => point)
    .filter((point) => point === directory || point.startsWith(`${directory}/`))
    .reverse();
}

/**
 * Takes every mount at or below `directory` away.
 * @throws Error when one remains: the directory must not be removed then
 */
export async function unmountBelow(
  programs: MountPrograms | null,
  directory: string,
): Promise<void> {
  if (programs !== null)
    for (const point of mountsBelow(directory))
      await unmount(programs, point).catch((error: unknown) => {
        // Another server that sweeps at the same time may have been quicker.
        if (mountsBelow(point).includes(point)) throw error;
      });
  const [left] = mountsBelow(directory);
  if (left !== undefined) throw new Error(`${left} is still mounted`);
}

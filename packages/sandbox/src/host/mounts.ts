import { readFileSync } from 'node:fs';
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

/** Detached at once; its memory is free when the last file in it is closed. */
export async function unmount({ umount }: MountPrograms, path: string): Promise<void> {
  await runProgram(umount, ['-l', '--', path]);
}

/** Mount points at or below `directory`, the innermost first. */
export function mountsBelow(directory: string): string[] {
  return readFileSync('/proc/self/mountinfo', 'latin1')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((point) => point === directory || point.startsWith(`${directory}/`))
    .reverse();
}

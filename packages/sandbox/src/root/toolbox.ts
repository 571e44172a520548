import { chmod, copyFile, link, mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../host/programs.ts';
import { readOnly, type RootOperation } from './operation.ts';

const PROGRAM_DIRECTORIES = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'];
/** Where a mode's programs are inside. */
export const PROGRAMS_INSIDE = '/usr/bin';
const SET_ID_BITS = 0o6000;

/** Directories and files some programs need besides their libraries. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  git: ['/usr/lib/git-core', '/usr/libexec/git-core', '/usr/share/git-core'],
  file: ['/usr/lib/file', '/usr/share/file', '/usr/share/misc/magic.mgc'],
  gawk: ['/usr/share/awk'],
};

/** The programs of a mode: all there is in `/usr/bin`. */
export interface Toolbox {
  /** Steps that show the programs inside, with the companions they need. */
  readonly operations: readonly RootOperation[];
}

export interface ToolboxRequest {
  /** Looked up on the host; set-id programs and those it lacks are left out. */
  readonly names: readonly string[];
  /** Names in `/usr/bin` that something else will be mounted on. */
  readonly mountPoints: readonly string[];
}

/** Puts the programs into `directory`, which then stands for `/usr/bin`. */
export async function stageToolbox(request: ToolboxRequest, directory: string): Promise<Toolbox> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  const staged = new Map<string, string>();
  const found: string[] = [];
  for (const name of request.names) {
    const program = await resolveProgram(name);
    if (program === null) continue;
    const target = join(directory, name);
    await placeProgram(staged.get(program) ?? program, target);
    if (!staged.has(program)) staged.set(program, target);
    found.push(name);
  }
  for (const name of request.mountPoints.filter((point) => !found.includes(point)))
    await writeFile(join(directory, name), '', { mode: 0o444 });
  const companions = found.flatMap((name) => COMPANIONS[name] ?? []);
  const present = await Promise.all(companions.map(exists));
  return {
    operations: [
      readOnly(directory, PROGRAMS_INSIDE),
      ...companions.filter((_, index) => present[index]).map((path) => readOnly(path)),
    ],
  };
}

async function resolveProgram(name: string): Promise<string | null> {
  const path = await findProgram(name, PROGRAM_DIRECTORIES);
  if (path === null) return null;
  const program = await realpath(path);
  const stats = await stat(program);
  return stats.isFile() && (stats.mode & SET_ID_BITS) === 0 ? program : null;
}

/** A hard link shares the host's page cache; across file systems, or without the right to link, a copy has to do. */
async function placeProgram(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch {
    await copyFile(source, target);
    await chmod(target, 0o555);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

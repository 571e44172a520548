import { lstat, readlink } from 'node:fs/promises';
import { readOnly, type RootOperation } from './operation.ts';

const ROOT_NAMES = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];
const MULTIARCH: Readonly<Record<string, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
};
const DATA = ['/usr/lib/locale', '/usr/share/zoneinfo'];

/** How this distribution lays out what every program needs, as steps that show it inside, read-only. */
export interface HostLayout {
  /** The dynamic linker and the shared libraries, without any program. */
  readonly libraries: readonly RootOperation[];
  /** All of `/usr`, and what the distribution keeps beside it. */
  readonly system: readonly RootOperation[];
}

export async function detectHostLayout(): Promise<HostLayout> {
  const root = await Promise.all(ROOT_NAMES.map(rootEntry));
  const links = root.flatMap((entry) => (entry?.kind === 'symlink' ? [entry] : []));
  const directories = root.flatMap((entry) => (entry?.kind === 'read-only' ? [entry] : []));
  const multiarch = `/usr/lib/${MULTIARCH[process.arch] ?? 'none'}`;
  const libraries = (await isDirectory(multiarch)) ? [multiarch] : ['/usr/lib'];
  const present = await existing(['/usr/lib64', ...DATA]);
  return {
    libraries: [
      ...[...libraries, ...present.filter((path) => !libraries.includes(parent(path)))].map(
        (path) => readOnly(path),
      ),
      ...directories.filter(({ source }) => source.startsWith('/lib')),
      ...links,
      // Where `/bin` is a directory of its own, the programs shown inside are all in `/usr/bin`.
      ...directories
        .filter(({ source }) => source === '/bin')
        .map(({ target }): RootOperation => ({ kind: 'symlink', to: 'usr/bin', target })),
    ],
    system: [readOnly('/usr'), ...directories, ...links],
  };
}

type RootEntry = Extract<RootOperation, { kind: 'symlink' | 'read-only' }>;

async function rootEntry(name: string): Promise<RootEntry | null> {
  const path = `/${name}`;
  const stats = await lstat(path).catch(() => null);
  if (stats?.isSymbolicLink() === true)
    return { kind: 'symlink', to: await readlink(path), target: path };
  return stats?.isDirectory() === true ? { kind: 'read-only', source: path, target: path } : null;
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(isDirectory));
  return paths.filter((_, index) => found[index]);
}

async function isDirectory(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isDirectory() === true;
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

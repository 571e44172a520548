import type { BigIntStats } from 'node:fs';
import type { FileEntry, FileTree, WorkspaceFiles } from '@repltool/core';
import type { HostUser } from '../host/sandbox-user.ts';
import { openBrowsing } from './browse.ts';
import { Directory, MAX_DEPTH, modificationTime } from './directory.ts';
import { Pace } from './pace.ts';

const MAX_ENTRIES = 20_000;
/** Of contents, paths and all else. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Without set-user-id and set-group-id: nobody is to become the user of another sandbox. */
const PERMISSIONS = 0o1777n;

/** More is there than is kept. */
class TooMuch extends Error {}

/** Changes whenever the file is written to or replaced. */
const identityOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${ino} ${size} ${mtimeNs} ${ctimeNs}`;

/** @param owner whose the files are; the server's own user when left out */
export function openWorkspaceFiles(path: string, owner: HostUser | undefined): WorkspaceFiles {
  return {
    ...openBrowsing(path, owner),
    async capture(before, signal) {
      const known = new Map(before?.entries.map((entry) => [entry.path, entry]));
      const capture = new Capture(known, signal);
      try {
        using root = Directory.open(path);
        await capture.take(root, '', 0);
        return { entries: capture.entries, bytes: capture.bytes, omitted: capture.omitted };
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof TooMuch || isSystemError(error)) return null;
        throw error;
      }
    },
    async restore(tree) {
      using root = Directory.open(path);
      await restoreInto(root, { children: childrenOf(tree), owner, pace: new Pace() }, '');
    },
  };
}

/** Files come and go under a walk, and may be closed to it. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

class Capture {
  readonly entries: FileEntry[] = [];
  readonly omitted: string[] = [];
  bytes = 0;
  /** Memory of what is not contents: paths can be longer than what they lead to. */
  #pathBytes = 0;
  readonly #pace = new Pace();
  readonly #known: ReadonlyMap<string, FileEntry>;
  readonly #signal: AbortSignal | undefined;

  constructor(known: ReadonlyMap<string, FileEntry>, signal: AbortSignal | undefined) {
    this.#known = known;
    this.#signal = signal;
  }

  async take(directory: Directory, prefix: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw new TooMuch();
    for (const name of directory.names(MAX_ENTRIES)) {
      if (this.entries.length + this.omitted.length >= MAX_ENTRIES) throw new TooMuch();
      await this.#pace.step();
      this.#signal?.throwIfAborted();
      const stat = directory.stat(name);
      const path = `${prefix}${name}`;
      this.#take(path.length);
      const common = { path, mode: Number(stat.mode & PERMISSIONS), identity: identityOf(stat) };
      if (stat.isDirectory()) {
        this.entries.push({ ...common, kind: 'directory' });
        using child = directory.child(name);
        await this.take(child, `${path}/`, depth + 1);
      } else if (stat.isFile()) {
        const content = this.#content(directory, name, common);
        this.entries.push({ ...common, kind: 'file', mtimeMs: modificationTime(stat), content });
      } else if (stat.isSymbolicLink()) {
        const target = directory.link(name);
        this.#take(target.length);
        this.entries.push({ ...common, kind: 'link', target });
      } else {
        this.omitted.push(path);
      }
    }
  }

  #take(pathBytes: number): void {
    this.#pathBytes += pathBytes;
    if (this.bytes + this.#pathBytes > MAX_BYTES) throw new TooMuch();
  }

  #content(
    directory: Directory,
    name: string,
    { path, identity }: Pick<FileEntry, 'path' | 'identity'>,
  ): Buffer {
    const known = this.#known.get(path);
    const content =
      known?.kind === 'file' && known.identity === identity
        ? known.content
        : directory.read(name, MAX_BYTES - this.bytes + 1);
    this.bytes += content.length;
    this.#take(0);
    return content;
  }
}

type Children = ReadonlyMap<string, ReadonlyMap<string, FileEntry>>;

/** The entries by the path of their directory, which ends in `/` unless it is the root, and by their name. */
function childrenOf({ entries }: FileTree): Children {
  const children = new Map<string, Map<string, FileEntry>>();
  for (const entry of entries) {
    const slash = entry.path.lastIndexOf('/') + 1;
    const parent = entry.path.slice(0, slash);
    const siblings = children.get(parent) ?? new Map<string, FileEntry>();
    children.set(parent, siblings.set(entry.path.slice(slash), entry));
  }
  return children;
}

interface Restoring {
  readonly children: Children;
  readonly owner: HostUser | undefined;
  readonly pace: Pace;
}

async function restoreInto(directory: Directory, work: Restoring, prefix: string): Promise<void> {
  const { children, owner, pace } = work;
  const wanted = children.get(prefix) ?? new Map<string, FileEntry>();
  const present = new Set<string>();
  for (const name of directory.names()) {
    await pace.step();
    const entry = wanted.get(name);
    const stat = directory.stat(name);
    const stays =
      entry?.kind === 'directory'
        ? stat.isDirectory()
        : entry !== undefined && entry.identity === identityOf(stat);
    if (stays) present.add(name);
    else await directory.remove(name, pace);
  }
  for (const [name, entry] of wanted) {
    await pace.step();
    if (entry.kind === 'directory') {
      using child = present.has(name)
        ? directory.child(name)
        : directory.makeDirectory(name, owner);
      await restoreInto(child, work, `${entry.path}/`);
      child.setMode(entry.mode);
    } else if (!present.has(name)) {
      if (entry.kind === 'link') directory.makeLink(name, entry.target, owner);
      else directory.write(name, entry.content, entry.mode, entry.mtimeMs, owner);
    }
  }
}

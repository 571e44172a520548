import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  futimesSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readSync,
  readlinkSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import type { HostUser } from '../host/sandbox-user.ts';
import type { Pace } from './pace.ts';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Each directory on the way down is held open. */
export const MAX_DEPTH = 100;
/** What a date of four digits can say, which is less than what user code can give a file. */
const FIRST_TIME_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A tree that is not walked to its end. */
export class TooDeep extends Error {}

export function modificationTime({ mtimeMs }: BigIntStats): number {
  return Math.max(FIRST_TIME_MS, Math.min(Number(mtimeMs), LAST_TIME_MS));
}

/**
 * A directory of user code, held open: names are looked up in this one and links never followed, whatever is put in
 * their place meanwhile. Names are bytes, one a character.
 */
export class Directory implements Disposable {
  readonly #fd: number;

  private constructor(fd: number) {
    this.#fd = fd;
  }

  static open(path: string): Directory {
    return new Directory(openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  }

  child(name: string): Directory {
    return new Directory(openSync(this.#at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  }

  /** The directory of this name, made if it is missing and `make` says so. */
  enter(name: string, make: boolean, owner?: HostUser): Directory {
    if (make && !this.has(name)) {
      const made = this.makeDirectory(name, owner);
      made.setMode(0o755);
      return made;
    }
    return this.child(name);
  }

  has(name: string): boolean {
    return lstatSync(this.#at(name), { throwIfNoEntry: false }) !== undefined;
  }

  /** Not all of its names when there are more than `limit`. */
  names(limit = Infinity): string[] {
    // Node gives names in bytes when asked to; its types do not know.
    const encoding = 'buffer' as BufferEncoding;
    const directory = opendirSync(`/proc/self/fd/${this.#fd}`, { encoding, bufferSize: 1024 });
    try {
      const names: string[] = [];
      while (names.length <= limit) {
        const name = directory.readSync()?.name as Buffer | undefined;
        if (name === undefined) break;
        names.push(name.toString('latin1'));
      }
      return names;
    } finally {
      directory.closeSync();
    }
  }

  stat(name: string): BigIntStats {
    return lstatSync(this.#at(name), { bigint: true });
  }

  link(name: string): string {
    return readlinkSync(this.#at(name), { encoding: 'buffer' }).toString('latin1');
  }

  /** The file's first `limitBytes`, or all of it. */
  read(name: string, limitBytes: number): Buffer {
    const fd = openSync(this.#at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const content = Buffer.alloc(Math.min(fstatSync(fd).size, limitBytes));
      let length = 0;
      for (let count = -1; count !== 0 && length < content.length; length += count) {
        count = readSync(fd, content, length, content.length - length, null);
      }
      return content.subarray(0, length);
    } finally {
      closeSync(fd);
    }
  }

  write(name: string, content: Buffer, mode: number, mtimeMs: number, owner?: HostUser): void {
    const fd = openSync(this.#at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      for (let at = 0; at < content.length;) at += writeSync(fd, content, at);
      if (owner !== undefined) fchownSync(fd, owner.uid, owner.gid);
      fchmodSync(fd, mode);
      futimesSync(fd, mtimeMs / 1000, mtimeMs / 1000);
    } finally {
      closeSync(fd);
    }
  }

  makeLink(name: string, target: string, owner?: HostUser): void {
    symlinkSync(Buffer.from(target, 'latin1'), this.#at(name));
    if (owner !== undefined) lchownSync(this.#at(name), owner.uid, owner.gid);
  }

  makeDirectory(name: string, owner?: HostUser): Directory {
    mkdirSync(this.#at(name), { mode: 0o700 });
    const made = this.child(name);
    if (owner !== undefined) fchownSync(made.#fd, owner.uid, owner.gid);
    return made;
  }

  /** The mode of this directory itself. */
  setMode(mode: number): void {
    chmodSync(`/proc/self/fd/${this.#fd}`, mode);
  }

  unlink(name: string): void {
    unlinkSync(this.#at(name));
  }

  /** Removes a directory with all that is in it, or anything else. @throws TooDeep */
  async remove(name: string, pace: Pace, depth = 0): Promise<void> {
    if (depth > MAX_DEPTH) throw new TooDeep();
    await pace.step();
    if (!this.stat(name).isDirectory()) return this.unlink(name);
    using child = this.child(name);
    for (const inner of child.names()) await child.remove(inner, pace, depth + 1);
    rmdirSync(this.#at(name));
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }

  #at(name: string): Buffer {
    return Buffer.concat([Buffer.from(`/proc/self/fd/${this.#fd}/`), Buffer.from(name, 'latin1')]);
  }
}

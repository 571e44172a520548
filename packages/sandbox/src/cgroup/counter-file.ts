import { closeSync, existsSync, openSync, readSync, writeSync } from 'node:fs';

const NEWLINE = 10;
/** Longer than such files are: the longest has a line for each processor. */
const scratch = Buffer.allocUnsafe(32_768);

/** A file of the kernel kept open and read from its start, which takes some microseconds. */
export class CounterFile {
  readonly #fd: number;
  #closed = false;

  constructor(path: string, flags: 'r' | 'r+' = 'r') {
    this.#fd = openSync(path, flags);
  }

  number(): number {
    return Number(this.text());
  }

  /** The number after `name` on a line of its own; 0 when there is none. */
  field(name: string): number {
    const text = this.text();
    const at = text.startsWith(`${name} `) ? 0 : text.indexOf(`\n${name} `) + 1;
    if (at === 0 && !text.startsWith(`${name} `)) return 0;
    return Number.parseInt(text.slice(at + name.length + 1), 10);
  }

  lines(): number {
    let count = 0;
    let position = 0;
    for (;;) {
      const bytes = readSync(this.#fd, scratch, 0, scratch.length, position);
      position += bytes;
      for (
        let at = scratch.indexOf(NEWLINE);
        at !== -1 && at < bytes;
        at = scratch.indexOf(NEWLINE, at + 1)
      )
        count += 1;
      if (bytes < scratch.length) return count;
    }
  }

  text(): string {
    return scratch.toString('latin1', 0, readSync(this.#fd, scratch, 0, scratch.length, 0));
  }

  write(text: string): void {
    writeSync(this.#fd, text, 0);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#fd);
  }
}

/** Where a group is told to have only what processor time others leave; null before Linux 5.15, or without the controller. */
export function openIdle(path: string): CounterFile | null {
  return existsSync(path) ? new CounterFile(path, 'r+') : null;
}

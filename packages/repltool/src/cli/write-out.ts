import type { Writable } from 'node:stream';

/** Writes all of `text` before it resolves; that the reader has gone away is no error. */
export function writeOut(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.write(text, () => resolve());
  });
}

import { randomBytes } from 'node:crypto';
import { openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A nameless file holding `content`, read from its start; the caller closes the descriptor. */
export function openAnonymousFile(directory: string, content: Buffer): number {
  const path = join(directory, randomBytes(12).toString('hex'));
  const fd = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  // Written by position, so that the offset the reader shares stays at 0.
  for (let done = 0; done < content.length;)
    done += writeSync(fd, content, done, content.length - done, done);
  return fd;
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** What no cell may ever print. */
export const SECRET = 'host-canary-7f3a';

/** A file on the host that everyone there may read, removed after the tests of the file. */
export async function plantCanary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'repltool-canary-'));
  const path = join(directory, 'secret.txt');
  await writeFile(path, SECRET, { mode: 0o644 });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return path;
}

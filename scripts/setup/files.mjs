import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const MADE = new Set(['node_modules', 'dist', '__pycache__']);

/** The files under a folder, by name, with paths relative to the root; what is installed or built is left out. */
export function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : [];
    });
}

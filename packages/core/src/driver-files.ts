import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DriverFile } from './ports/sandbox.ts';

/** Every file below `directory`, under its path there, in a fixed order; what interpreters cache there is passed over. */
export function listDriverFiles(directory: URL): DriverFile[] {
  const root = fileURLToPath(directory);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((source) => ({ source, name: relative(root, source) }));
}

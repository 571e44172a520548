import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The path of a program on PATH, or undefined. */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A program of this workspace's own packages; `folder` is the package that depends on it. */
export function localProgram(name, folder = '.') {
  return join(root, folder, 'node_modules/.bin', name);
}

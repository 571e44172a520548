import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

export function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** The folders of this workspace's packages, the root among them, relative to it. */
export function workspaceFolders() {
  const nested = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return ['.', ...nested, 'e2e', 'bench'].filter((folder) =>
    existsSync(join(root, folder, 'package.json')),
  );
}

/** The folders of the packages that go to the registry. */
export function publishedFolders() {
  return workspaceFolders().filter((folder) => readManifest(folder).private !== true);
}

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

export function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** The folders of this workspace's packages, the root among them, relative to it. */
export function workspaceFolders() {
  const [, list = ''] =
    /^packages:\n((?: +- .*\n)*)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) ??
    [];
  const nested = [...list.matchAll(/- (.*)/g)].flatMap(([, pattern]) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  });
  return ['.', ...nested].filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** The folders of the packages that go to the registry. */
export function publishedFolders() {
  return workspaceFolders().filter((folder) => readManifest(folder).private !== true);
}

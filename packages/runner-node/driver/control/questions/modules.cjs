'use strict';

const { readdirSync } = require('node:fs');
const { builtinModules } = require('node:module');

const SCHEME = 'node:';
const FILE_PATH = /^(\.{0,2}\/(?:.*\/)?)([^/]*)$/;

/** Files and folders beside the cell, as far as a path that begins so can name them. */
function filesFor(beginning) {
  const [, folder, name] = FILE_PATH.exec(beginning) ?? [];
  if (folder === undefined) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.name.startsWith(name))
      .map((entry) =>
        entry.isDirectory()
          ? { text: `${folder}${entry.name}/`, kind: 'folder' }
          : { text: folder + entry.name, kind: 'file' },
      );
  } catch {
    return [];
  }
}

/** @param allowed the modules of strict mode, or null */
function modulesFor(beginning, allowed) {
  const bare = beginning.startsWith(SCHEME) ? beginning.slice(SCHEME.length) : beginning;
  const scheme = beginning.slice(0, beginning.length - bare.length);
  const modules = (allowed ?? builtinModules)
    .filter((name) => name.startsWith(bare) && !name.startsWith('_'))
    .map((name) => ({ text: scheme + name, kind: 'module' }));
  return allowed === null ? [...modules, ...filesFor(beginning)] : modules;
}

module.exports = { modulesFor };

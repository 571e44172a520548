'use strict';

const { Module, isBuiltin } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { hasOwn } = require('../pristine.cjs');
const { importableSource } = require('./code-strings.cjs');

const FILE_NAME = '[cell].cjs';
/** Compiled as a module of the current directory, so that Node's own loaders resolve specifiers from there. */
const MODULE_SOURCE =
  "'use strict'; module.exports = { require, load: (specifier, options) => import(specifier, options) };";

const currentDirectory = process.cwd.bind(process);

function compileIn(directory) {
  const filename = join(directory, FILE_NAME);
  const module = new Module('<cell>');
  module.filename = filename;
  module.paths = Module._nodeModulePaths(directory);
  module._compile(MODULE_SOURCE, filename);
  return { directory, filename, ...module.exports };
}

/**
 * What rewritten cells call.
 * @param load imports a module
 * @param here names the current directory, and a file in it
 */
function cellImports(load, here) {
  return {
    import: load,
    /** An import statement: each name must be there. */
    async importNames(specifier, names, options) {
      const namespace = await load(specifier, options);
      for (let index = 0; index < names.length; index += 1) {
        if (hasOwn(namespace, names[index])) continue;
        throw new SyntaxError(
          `The requested module '${specifier}' does not provide an export named '${names[index]}'`,
        );
      }
      return namespace;
    },
    source: importableSource,
    /** `import.meta` */
    get meta() {
      const { directory, filename } = here();
      return { dirname: directory, filename, url: pathToFileURL(filename).href };
    },
  };
}

/**
 * How cells load modules: `require` and `import` relative to the current directory, as in the Node REPL.
 * @param roots told of each
 */
function createScope(roots) {
  let current = compileIn(currentDirectory());

  const here = () => {
    let directory;
    try {
      directory = currentDirectory();
    } catch {
      // It was deleted; the last one is as good as any.
      return current;
    }
    if (directory !== current.directory) current = compileIn(directory);
    return current;
  };

  const requireHere = function require(id) {
    const { directory, require: load } = here();
    const module = load(id);
    roots.addModule(module, 'require', `${id}`, directory, !isBuiltin(`${id}`));
    return module;
  };
  Object.defineProperties(requireHere, {
    resolve: { enumerable: true, get: () => here().require.resolve },
    cache: { enumerable: true, get: () => here().require.cache },
    extensions: { enumerable: true, get: () => here().require.extensions },
    main: { enumerable: true, value: undefined },
  });

  const importHere = async (specifier, options) => {
    const { directory, load } = here();
    const name = `${specifier}`;
    const module = await load(name, options);
    roots.addModule(module, 'import', name, directory, !isBuiltin(name));
    return module;
  };

  return {
    require: requireHere,
    builtin(name) {
      const module = require(`node:${name}`);
      roots.addModule(module, 'require', `node:${name}`, currentDirectory(), false);
      return module;
    },
    module: new Module('<cell>'),
    forCells: cellImports(importHere, here),
  };
}

module.exports = { FILE_NAME, cellImports, createScope };

'use strict';

const { join } = require('node:path');
const { cellImports, FILE_NAME } = require('../scope.cjs');
const { createModules } = require('./modules.cjs');
const { violation } = require('./violations.cjs');

const currentDirectory = process.cwd.bind(process);

function withheld(member) {
  return {
    get() {
      throw violation('javascript/runtime-internals', `require.${member}`);
    },
  };
}

/** How cells load modules in strict mode: by name, from the list alone. */
function createStrictScope(names, roots) {
  const modules = createModules(names, roots);
  const here = () => {
    const directory = currentDirectory();
    return { directory, filename: join(directory, FILE_NAME) };
  };

  const requireHere = function require(id) {
    return modules.require(id);
  };
  Object.defineProperties(requireHere, {
    resolve: { enumerable: true, value: modules.resolve },
    cache: withheld('cache'),
    extensions: withheld('extensions'),
    main: { enumerable: true, value: undefined },
  });

  return {
    require: requireHere,
    builtin: modules.require,
    /** Not one of Node's, whose class loads modules. */
    module: { id: '<cell>', exports: {} },
    forCells: cellImports(modules.import, here),
  };
}

module.exports = { createStrictScope };

'use strict';

const { stringSlice, stringStartsWith, uncurryThis } = require('../../pristine.cjs');
const { violation } = require('./violations.cjs');

const IMPORT_RULE = 'javascript/import-outside-strict';
const SCHEME = 'node:';
/** The modules of strict mode are the same from every directory. */
const WHEREVER = '/';
/** Members of modules that compute which do something else. */
const WITHHELD = { __proto__: null, crypto: { setEngine: 'javascript/native-code' } };

const { defineProperty } = Object;
const has = uncurryThis(Set.prototype.has);

function withhold(name, module) {
  // What user code may have made of iterators does not matter here.
  for (const member in WITHHELD[name]) {
    const refuse = () => {
      throw violation(WITHHELD[name][member], `${name}.${member}`);
    };
    defineProperty(module, member, { configurable: true, enumerable: true, value: refuse });
  }
}

/** The modules of strict mode, by every way to a module that cells have. @param roots told of each */
function createModules(names, roots) {
  const allowed = new Set(names);
  const prepared = new Set();
  const add = uncurryThis(Set.prototype.add);

  /** The one place that decides. The specifier is read once: it may be an object that says something else next time. */
  const nameOf = (specifier) => {
    const text = `${specifier}`;
    const name = stringStartsWith(text, SCHEME) ? stringSlice(text, SCHEME.length) : text;
    if (!has(allowed, name)) throw violation(IMPORT_RULE, `module '${text}'`);
    return name;
  };

  const builtin = (name) => {
    const module = require(SCHEME + name);
    if (!has(prepared, name)) {
      add(prepared, name);
      withhold(name, module);
      roots.addModule(module, 'require', SCHEME + name, WHEREVER, false);
    }
    return module;
  };

  return {
    require: (specifier) => builtin(nameOf(specifier)),
    resolve: (specifier) => {
      nameOf(specifier);
      return `${specifier}`;
    },
    /** Rejects for what `require` throws. */
    async import(specifier) {
      const name = nameOf(specifier);
      builtin(name);
      const module = await import(SCHEME + name);
      roots.addModule(module, 'import', SCHEME + name, WHEREVER, false);
      return module;
    },
  };
}

module.exports = { createModules };

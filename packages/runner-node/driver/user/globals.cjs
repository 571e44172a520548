'use strict';

const { mkdirSync } = require('node:fs');
const { Module, builtinModules } = require('node:module');
const { dirname, sep } = require('node:path');

const DRIVER_DIRECTORY = dirname(__dirname) + sep;

function define(name, value) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: false,
    writable: true,
    value,
  });
}

/** A built-in module as a global that is loaded when it is first used, and that a cell may declare again. */
function defineBuiltin(name, load, loaded) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: false,
    get() {
      const builtin = load(name);
      loaded[name] = builtin;
      define(name, builtin);
      return builtin;
    },
    set(value) {
      define(name, value);
    },
  });
}

/**
 * What the Node REPL has besides the globals of every script.
 * @returns a test for globals that are the module of that name, loaded because a cell has used it
 */
function defineGlobals({ require, builtin, module }) {
  const loaded = { __proto__: null };
  define('require', require);
  define('module', module);
  define('exports', module.exports);
  for (const name of builtinModules) {
    if (name.startsWith('_') || name.includes('/') || name in globalThis) continue;
    defineBuiltin(name, builtin, loaded);
  }
  return (name, value) => value !== undefined && loaded[name] === value;
}

/** Takes away the traces of how the process was started, which child processes would inherit. */
function hideDriver() {
  process.argv.length = 1;
  process.execArgv = [];
  process.mainModule = undefined;
  for (const file of Object.keys(Module._cache)) {
    if (file.startsWith(DRIVER_DIRECTORY)) delete Module._cache[file];
  }
}

/** What the host tells once about the session. */
function setUp(directory, variables) {
  for (const name of Object.keys(variables)) process.env[name] = variables[name];
  mkdirSync(directory, { recursive: true });
  process.chdir(directory);
}

module.exports = { defineGlobals, hideDriver, setUp };

'use strict';

const { types } = require('node:util');
const { hasOwn, uncurryThis } = require('../../pristine.cjs');

/** How far below a module or a global its members are known: `events.EventEmitter.prototype.on` */
const DEPTH = 3;

const globalObject = globalThis;
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { ownKeys } = Reflect;
const { isProxy } = types;
const get = uncurryThis(Map.prototype.get);
const has = uncurryThis(Map.prototype.has);
const set = uncurryThis(Map.prototype.set);

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** The value of a data property; undefined also of a module's export that is not there yet. */
function dataOf(object, key) {
  try {
    const descriptor = getOwnPropertyDescriptor(object, key);
    return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Objects that another interpreter has as well: the globals there were before any cell, and the modules that cells have
 * loaded, each with its members. A root is `{ from, key }`, with the root it is a member of, or the module it is.
 */
function createRoots() {
  const roots = new Map();
  /** Modules whose members are not known yet. */
  let unread = [];

  const addMembers = (object, root, depth) => {
    if (depth === 0 || isProxy(object)) return;
    const keys = ownKeys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      const value = typeof key === 'string' && key !== 'constructor' ? dataOf(object, key) : null;
      if (!isObject(value) || has(roots, value)) continue;
      const member = { from: root, key, isForeign: root.isForeign };
      set(roots, value, member);
      addMembers(value, member, depth - 1);
    }
  };

  // Those that only a literal or an instance leads to.
  const syntactic = [
    (async () => undefined)().constructor.prototype,
    getPrototypeOf(function* () {}),
    getPrototypeOf(async () => undefined),
    getPrototypeOf(async function* () {}),
    getPrototypeOf(Uint8Array),
    getPrototypeOf([][Symbol.iterator]()),
  ];

  return {
    syntactic,
    addGlobal(name, value) {
      if (has(roots, value)) return;
      const root = { from: get(roots, globalObject), key: name, isForeign: false };
      set(roots, value, root);
      addMembers(value, root, DEPTH - 1);
    },
    /** Before any cell runs, when all that cells find there is there. */
    addGlobals() {
      const globals = { from: null, key: null, isForeign: false };
      set(roots, globalThis, globals);
      addMembers(globalThis, globals, DEPTH);
      for (let index = 0; index < syntactic.length; index += 1) {
        if (!has(roots, syntactic[index])) {
          set(roots, syntactic[index], { from: null, key: index, isForeign: false });
        }
      }
    },
    /**
     * @param way `require` or `import`
     * @param isForeign whether it is a file, and none of Node's own modules
     */
    addModule(value, way, specifier, directory, isForeign) {
      if (!isObject(value) || has(roots, value)) return;
      const root = { from: null, key: null, module: [way, specifier, directory], isForeign };
      set(roots, value, root);
      unread[unread.length] = [value, root];
    },
    /** The root that a value is, or undefined. */
    of(value) {
      const modules = unread;
      unread = [];
      for (let index = 0; index < modules.length; index += 1) {
        addMembers(modules[index][0], modules[index][1], DEPTH);
      }
      return get(roots, value);
    },
  };
}

module.exports = { createRoots, dataOf, isObject };

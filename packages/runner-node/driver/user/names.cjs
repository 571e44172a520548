'use strict';

const { arrayPush, arraySort, hasOwn, regExpExec, uncurryThis } = require('../pristine.cjs');

const { nameOf } = require('../questions/types.cjs');

const { getOwnPropertyDescriptor, is } = Object;
const Pattern = RegExp;
const { ownKeys } = Reflect;
const replaceAll = uncurryThis(String.prototype.replaceAll);

/** Where a name first stands in the code; behind everything when it does not. */
function placeOf(name, code) {
  const pattern = new Pattern(
    `(?<![\\w$]|(?<!globalThis)\\.)${replaceAll(name, '$', () => '\\$')}(?![\\w$])`,
    'u',
  );
  return regExpExec(pattern, code)?.index ?? code.length;
}

/**
 * Knows which names cells have defined: those that were not there, or have another value, since this was made.
 * @param isBuiltinModule whether a global is the module of its name
 * @param roots told of globals that only come to be when they are used
 */
function createNames(isBuiltinModule, roots) {
  const before = { __proto__: null };
  const keys = ownKeys(globalThis);
  for (let index = 0; index < keys.length; index += 1) {
    if (typeof keys[index] !== 'string') continue;
    before[keys[index]] = getOwnPropertyDescriptor(globalThis, keys[index]);
  }
  /** In order of definition. */
  let known = [];

  const isNew = (name) => {
    const was = before[name];
    if (was === undefined) return true;
    const now = getOwnPropertyDescriptor(globalThis, name);
    if (!hasOwn(now, 'value')) return now.get !== was.get;
    if (hasOwn(was, 'value')) return !is(now.value, was.value);
    if (isBuiltinModule(name, now.value)) return false;
    // Node makes some of its own globals when they are first used.
    const isOwnOfNode =
      typeof now.value === 'function' &&
      now.enumerable === was.enumerable &&
      nameOf(now.value) === name;
    if (isOwnOfNode) roots.addGlobal(name, now.value);
    return !isOwnOfNode;
  };

  const globals = () => {
    const names = ownKeys(globalThis);
    const found = [];
    for (let index = 0; index < names.length; index += 1) {
      if (typeof names[index] === 'string' && isNew(names[index])) arrayPush(found, names[index]);
    }
    return found;
  };

  return {
    /** These are there in this order, whatever their declarations say. */
    restore(inOrder) {
      known = inOrder;
    },
    /**
     * Every name that cells have defined, in order of definition.
     * @param lexical names of `let`, `const` and classes, which hide globals
     * @param code of the cells since the last call
     */
    inOrder(lexical, code) {
      const present = { __proto__: null };
      const add = (names) => {
        for (let index = 0; index < names.length; index += 1) present[names[index]] = true;
      };
      add(lexical);
      add(globals());
      const kept = [];
      for (let index = 0; index < known.length; index += 1) {
        if (!present[known[index]]) continue;
        arrayPush(kept, known[index]);
        delete present[known[index]];
      }
      const added = ownKeys(present);
      if (added.length > 1) {
        const places = { __proto__: null };
        for (let index = 0; index < added.length; index += 1) {
          places[added[index]] = placeOf(added[index], code);
        }
        arraySort(added, (one, other) => places[one] - places[other]);
      }
      for (let index = 0; index < added.length; index += 1) arrayPush(kept, added[index]);
      known = kept;
      return kept;
    },
  };
}

module.exports = { createNames };

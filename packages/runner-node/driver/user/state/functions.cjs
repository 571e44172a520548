'use strict';

const {
  arrayPush,
  functionToString,
  regExpExec,
  stringIncludes,
  stringStartsWith,
  uncurryThis,
} = require('../../pristine.cjs');

/** Functions that are looked at after one cell. */
const MAX_UNKNOWN = 300;
const WORDS = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu;

/** The name by which a function or class knows itself, whatever there is around it. */
const OWN_NAME = /^(?:class|(?:async\s+)?function\s*\*?)\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

const get = uncurryThis(WeakMap.prototype.get);
const set = uncurryThis(WeakMap.prototype.set);

/** Whether the text has one of the names as a word. */
function mentions(text, names) {
  WORDS.lastIndex = 0;
  for (let found; (found = regExpExec(WORDS, text)) !== null;) if (names[found[0]]) return true;
  return false;
}

/**
 * Which functions their text is enough to make again: not those that use variables of a function or block around them.
 * Only the inspector sees these, so that the control thread is asked once about each function.
 */
function createFunctions() {
  const closed = new WeakMap();
  let unknown = [];

  return {
    /** @returns false when it cannot be made again, undefined when that is not known yet */
    canBeMadeAgain(func) {
      const known = get(closed, func);
      if (known !== undefined) return known;
      const text = functionToString(func);
      const isMethodOfSuper =
        !stringStartsWith(text, 'class') && regExpExec(/\bsuper\b/, text) !== null;
      if (stringIncludes(text, '[native code]') || isMethodOfSuper) {
        set(closed, func, false);
        return false;
      }
      if (unknown.length < MAX_UNKNOWN) arrayPush(unknown, func);
      return undefined;
    },
    takeUnknown() {
      const taken = unknown;
      unknown = [];
      return taken;
    },
    /** @param names for each function, those of the scopes between it and the top level */
    judge(functions, names) {
      for (let index = 0; index < functions.length; index += 1) {
        const around = { __proto__: null };
        for (let name = 0; name < names[index].length; name += 1) around[names[index][name]] = true;
        const text = functionToString(functions[index]);
        const own = regExpExec(OWN_NAME, text);
        if (own !== null) delete around[own[1]];
        set(closed, functions[index], !mentions(text, around));
      }
    },
  };
}

module.exports = { createFunctions };

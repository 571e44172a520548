'use strict';

const {
  arrayIncludes,
  arrayPush,
  hasOwn,
  stringSlice,
  stringStartsWith,
} = require('../../pristine.cjs');
const { follow, membersOf } = require('../../questions/members.cjs');
const { previewOf } = require('../../questions/preview.cjs');
const { isClass, shapeOf, signatureOf, typeOf } = require('../../questions/types.cjs');

const MAX_ITEMS = 1000;
const MAX_NAME = 1024;
const MAX_TYPE = 256;
/** In place of a value that only user code could tell. */
const UNKNOWN = Symbol('unknown');

const { getOwnPropertyDescriptor } = Object;

/** The value of a global that is no accessor. */
function globalValue(name) {
  const descriptor = getOwnPropertyDescriptor(globalThis, name);
  return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : UNKNOWN;
}

/** The value of a lexical name; unknown while its declaration has not been reached. */
function lexicalValue(read) {
  try {
    return read();
  } catch {
    return UNKNOWN;
  }
}

function kindOf(value) {
  if (typeof value !== 'function') return 'variable';
  return isClass(value) ? 'class' : 'function';
}

/** What an editor asks, answered without calling anything of the user's: the answer must not change the session. */
function createQuestions(names) {
  /** @param reads gives for each of the lexical names a function that reads it */
  const scope = ({ lexical, reads, code }) => {
    const inOrder = names.inOrder(lexical, code);
    const places = { __proto__: null };
    for (let index = 0; index < lexical.length; index += 1) places[lexical[index]] = index;
    return {
      inOrder,
      valueOf: (name) =>
        places[name] === undefined ? globalValue(name) : lexicalValue(reads[places[name]]),
    };
  };

  return {
    listVariables(known) {
      const { inOrder, valueOf } = scope(known);
      const items = [];
      let total = 0;
      for (let index = 0; index < inOrder.length; index += 1) {
        const name = inOrder[index];
        const value = valueOf(name);
        if (value === UNKNOWN && arrayIncludes(known.lexical, name)) continue;
        total += 1;
        if (items.length === MAX_ITEMS || name.length > MAX_NAME) continue;
        const shape = shapeOf(value);
        arrayPush(items, {
          name,
          type: value === UNKNOWN ? 'accessor' : stringSlice(typeOf(value), 0, MAX_TYPE),
          value: value === UNKNOWN ? '[Getter]' : previewOf(value),
          ...(shape === undefined ? undefined : { shape }),
        });
      }
      return { items, total };
    },

    /** Names in scope that begin so: those of the cells first, the latest of them at the top. */
    completeName(known, beginning) {
      const { inOrder, valueOf } = scope(known);
      const found = [];
      for (let index = inOrder.length - 1; index >= 0; index -= 1) {
        const name = inOrder[index];
        if (stringStartsWith(name, beginning)) arrayPush(found, [name, kindOf(valueOf(name))]);
      }
      if (beginning === '') return found;
      const others = membersOf(globalThis, beginning, 'function');
      for (let index = 0; index < others.length; index += 1) {
        const name = others[index][0];
        if (name !== '__repltool' && !arrayIncludes(inOrder, name)) arrayPush(found, others[index]);
      }
      return found;
    },

    /** Members, that begin so, of what stands at the end of a path of names; null where the path leads nowhere. */
    completeMember(known, path, beginning) {
      const value = scope(known).valueOf(path[0]);
      if (value === UNKNOWN) return null;
      return membersOf(follow(value, stringsBehind(path)), beginning);
    },

    /** What is known of it, as text; null when nothing is. */
    describe(known, path) {
      let value = scope(known).valueOf(path[0]);
      if (value === UNKNOWN) return null;
      const rest = stringsBehind(path);
      if (rest.length > 0) value = follow(value, rest);
      if (value === undefined && rest.length > 0) return null;
      return descriptionOf(value);
    },
  };
}

function stringsBehind(path) {
  const rest = [];
  for (let index = 1; index < path.length; index += 1) arrayPush(rest, path[index]);
  return rest;
}

function descriptionOf(value) {
  const type = typeOf(value);
  const shape = shapeOf(value);
  const head = shape === undefined ? type : `${type} (${shape})`;
  if (type !== 'function' && type !== 'class') return `${head}\n${previewOf(value)}`;
  return `${type}\n${signatureOf(value)}`;
}

module.exports = { createQuestions };

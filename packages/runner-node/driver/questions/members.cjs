'use strict';

const { types } = require('node:util');
const { arrayPush, hasOwn, regExpExec, stringStartsWith } = require('../pristine.cjs');
const { ownKeysOf } = require('./keys.cjs');
const { findProperty, isClass, isObject } = require('./types.cjs');

const MAX_ITEMS = 1000;
const MAX_CHAIN = 20;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
/** Such names are found by who begins to type them. */
const HIDDEN = '__';
const PROTOTYPES = {
  __proto__: null,
  string: String.prototype,
  number: Number.prototype,
  boolean: Boolean.prototype,
  bigint: BigInt.prototype,
  symbol: Symbol.prototype,
};

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { isProxy } = types;

/** Whatever has the members of a value; null when nothing has, or only a call of user code could tell. */
function holderOf(value) {
  if (isObject(value)) return isProxy(value) ? null : value;
  return PROTOTYPES[typeof value] ?? null;
}

function kindOf(descriptor, ofFunction) {
  if (!hasOwn(descriptor, 'value')) return 'property';
  if (typeof descriptor.value !== 'function')
    return ofFunction === 'method' ? 'property' : 'variable';
  return isClass(descriptor.value) ? 'class' : ofFunction;
}

/** The value at the end of a path of data properties; undefined where there is none. */
function follow(value, path) {
  let at = value;
  for (let index = 0; index < path.length; index += 1) {
    const holder = holderOf(at);
    const descriptor = holder === null ? undefined : findProperty(holder, path[index]);
    if (descriptor === undefined || !hasOwn(descriptor, 'value')) return undefined;
    at = descriptor.value;
  }
  return at;
}

/** Members that begin so, as pairs of name and kind; those of the value itself first. */
function membersOf(value, beginning, ofFunction = 'method') {
  const found = [];
  const seen = { __proto__: null };
  let at = holderOf(value);
  for (let depth = 0; at !== null && depth < MAX_CHAIN && !isProxy(at); depth += 1) {
    const keys = ownKeysOf(at);
    for (let index = 0; index < keys.length && found.length < MAX_ITEMS; index += 1) {
      const key = keys[index];
      if (typeof key !== 'string' || seen[key] || !stringStartsWith(key, beginning)) continue;
      if (regExpExec(IDENTIFIER, key) === null) continue;
      if (beginning === '' && stringStartsWith(key, HIDDEN)) continue;
      seen[key] = true;
      arrayPush(found, [key, kindOf(getOwnPropertyDescriptor(at, key), ofFunction)]);
    }
    at = getPrototypeOf(at);
  }
  return found;
}

module.exports = { follow, membersOf };

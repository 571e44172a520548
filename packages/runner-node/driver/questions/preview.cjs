'use strict';

const { inspect, types } = require('node:util');
const { ownKeysOf } = require('./keys.cjs');
const {
  hasOwn,
  mapForEach,
  setForEach,
  stringIncludes,
  stringSlice,
  uncurryThis,
} = require('../pristine.cjs');
const { flagsOf, sourceOf } = require('../regexps.cjs');
const { dataIn, isObject, nameOf, sizeOf, typeOf } = require('./types.cjs');

const MAX_LENGTH = 200;
const MAX_ITEMS = 20;
const MAX_DEPTH = 2;
const LINE_BREAKS = '\r\n\u2028\u2029';

const { isArray } = Array;
const { getOwnPropertyDescriptor, is } = Object;
const { isFinite } = Number;
const { isDate, isMap, isNativeError, isPromise, isProxy, isRegExp, isSet, isTypedArray } = types;
const getTime = uncurryThis(Date.prototype.getTime);
const toISOString = uncurryThis(Date.prototype.toISOString);

/** A preview is written until it is long enough, so that what is behind costs nothing. */
function createWriter() {
  let text = '';
  return {
    add(piece) {
      if (text.length <= MAX_LENGTH) text += piece;
    },
    get isFull() {
      return text.length > MAX_LENGTH;
    },
    get text() {
      return text.length > MAX_LENGTH ? `${stringSlice(text, 0, MAX_LENGTH - 1)}…` : text;
    },
  };
}

function primitive(value) {
  if (typeof value === 'string')
    return inspect(stringSlice(value, 0, MAX_LENGTH), {
      breakLength: Infinity,
      maxStringLength: null,
    });
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'symbol' ? inspect(value) : is(value, -0) ? '-0' : `${value}`;
}

/** Separates items, and stops after a number of them. */
function createList(out) {
  let count = 0;
  return {
    next() {
      if (out.isFull || count > MAX_ITEMS) return false;
      if (count > 0) out.add(', ');
      count += 1;
      if (count <= MAX_ITEMS) return true;
      out.add('…');
      return false;
    },
  };
}

function writeItems(array, out, depth) {
  const list = createList(out);
  const size = sizeOf(array);
  for (let index = 0; index < size && list.next(); index += 1) {
    writeProperty(array, index, out, depth);
  }
}

function writeProperty(object, key, out, depth) {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) out.add('<empty>');
  else if (hasOwn(descriptor, 'value')) write(descriptor.value, out, depth + 1);
  else out.add('[Getter]');
}

function writeMembers(object, out, depth) {
  const list = createList(out);
  const keys = ownKeysOf(object);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    if (typeof key !== 'string' || getOwnPropertyDescriptor(object, key)?.enumerable !== true)
      continue;
    if (!list.next()) return;
    out.add(`${key}: `);
    writeProperty(object, key, out, depth);
  }
}

function writeMap(map, out, depth) {
  const list = createList(out);
  mapForEach(map, (value, key) => {
    if (!list.next()) return;
    write(key, out, depth + 1);
    out.add(' => ');
    write(value, out, depth + 1);
  });
}

function writeSet(set, out, depth) {
  const list = createList(out);
  setForEach(set, (value) => {
    if (list.next()) write(value, out, depth + 1);
  });
}

function atomOf(object) {
  if (isProxy(object)) return 'Proxy';
  if (typeof object === 'function') {
    const kind = typeOf(object) === 'class' ? 'class' : 'Function';
    return `[${kind} ${nameOf(object) || '(anonymous)'}]`;
  }
  if (isDate(object)) return isFinite(getTime(object)) ? toISOString(object) : 'Invalid Date';
  if (isRegExp(object)) return `/${sourceOf(object)}/${flagsOf(object)}`;
  if (isPromise(object)) return 'Promise { … }';
  if (isNativeError(object)) {
    const message = dataIn(object, 'message');
    return `${typeOf(object)}: ${typeof message === 'string' ? message : ''}`;
  }
  return undefined;
}

function write(value, out, depth) {
  if (!isObject(value)) return out.add(primitive(value));
  const atom = atomOf(value);
  if (atom !== undefined) return out.add(atom);
  const type = typeOf(value);
  if (depth > MAX_DEPTH) return out.add(isArray(value) ? '[Array]' : `[${type}]`);
  if (isArray(value) || isTypedArray(value)) {
    out.add(type === 'Array' ? '[' : `${type}(${sizeOf(value)}) [`);
    writeItems(value, out, depth);
    return out.add(']');
  }
  const size = sizeOf(value);
  out.add(type === 'Object' ? '{ ' : `${type}${size === undefined ? '' : `(${size})`} { `);
  if (isMap(value)) writeMap(value, out, depth);
  else if (isSet(value)) writeSet(value, out, depth);
  else writeMembers(value, out, depth);
  return out.add(' }');
}

function onOneLine(text) {
  let line = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    line += stringIncludes(LINE_BREAKS, character) ? ' ' : character;
  }
  return line;
}

/** A value on one line of at most 200 characters. Calls nothing of the user's, and reads no more than it shows. */
function previewOf(value) {
  const out = createWriter();
  write(value, out, 0);
  return onOneLine(out.text);
}
module.exports = { previewOf };

'use strict';

const { types } = require('node:util');
const {
  functionToString,
  getterOf,
  hasOwn,
  mapSize,
  regExpExec,
  setSize,
  stringIncludes,
  stringStartsWith,
} = require('../pristine.cjs');

const MAX_NAME = 100;

const { isArray } = Array;
const { isView } = ArrayBuffer;
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { isMap, isProxy, isSet, isTypedArray } = types;
const typedLength = getterOf(getPrototypeOf(Uint8Array.prototype), 'length');

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** The property as an object or its prototypes have it; undefined behind a proxy. */
function findProperty(object, key) {
  for (let at = object; at !== null && !isProxy(at); at = getPrototypeOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

/** The value of a data property, inherited ones included. Nothing of the user's is called. */
function dataIn(object, key) {
  const descriptor = findProperty(object, key);
  return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined;
}

function nameOf(func) {
  const name = isProxy(func) ? '' : dataIn(func, 'name');
  return typeof name === 'string' && name.length <= MAX_NAME ? name : '';
}

function isClass(func) {
  return !isProxy(func) && stringStartsWith(functionToString(func), 'class');
}

/** The language's name of a value's type: of its class, for an object. */
function typeOf(value) {
  if (value === null) return 'null';
  if (!isObject(value)) return typeof value;
  if (isProxy(value)) return 'Proxy';
  if (typeof value === 'function') return isClass(value) ? 'class' : 'function';
  const constructor = dataIn(value, 'constructor');
  return (typeof constructor === 'function' && nameOf(constructor)) || 'Object';
}

/** How much a collection holds; undefined for anything else. */
function shapeOf(value) {
  const size = sizeOf(value);
  if (size === undefined) return undefined;
  return size === 1 ? '1 item' : `${size} items`;
}

function sizeOf(value) {
  if (!isObject(value) || isProxy(value)) return undefined;
  if (isArray(value)) return value.length;
  if (isMap(value)) return mapSize(value);
  if (isSet(value)) return setSize(value);
  return isView(value) && isTypedArray(value) ? typedLength(value) : undefined;
}

/** The text of a function up to its body. */
function signatureOf(func) {
  const text = functionToString(func);
  if (stringIncludes(text, '[native code]')) return `function ${nameOf(func)}() { [native code] }`;
  return regExpExec(/^[^\n{]*[^\n{\s]/, text)?.[0] ?? '';
}

module.exports = {
  dataIn,
  findProperty,
  isClass,
  isObject,
  nameOf,
  shapeOf,
  signatureOf,
  sizeOf,
  typeOf,
};

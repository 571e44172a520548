'use strict';

const { types } = require('node:util');
const { arrayJoin, arrayPush, hasOwn, stringSlice } = require('./pristine.cjs');

/** Longest text and longest value of a result, in bytes (docs/driver-protocol.md). */
const MAX_RESULT_BYTES = 256 * 1024;
const MAX_DEPTH = 64;
const LARGEST_CHARACTER_BYTES = 3;

const { byteLength } = Buffer;
const { isArray } = Array;
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { prototype: objectPrototype } = Object;
const { ownKeys } = Reflect;
const { isFinite: isFiniteNumber } = Number;
const { stringify } = JSON;
const { isProxy } = types;

function fits(text) {
  return (
    text.length * LARGEST_CHARACTER_BYTES <= MAX_RESULT_BYTES ||
    byteLength(text, 'utf8') <= MAX_RESULT_BYTES
  );
}

/** The beginning of a text that is too long. */
function cutText(text) {
  if (fits(text)) return text;
  const ellipsis = '…';
  let end = Math.floor(MAX_RESULT_BYTES / LARGEST_CHARACTER_BYTES) - ellipsis.length;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return stringSlice(text, 0, end) + ellipsis;
}

/** The value of an own data property; undefined for an accessor, which is the user's code. */
function dataOf(object, key) {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined;
}

function write(value, budget, depth) {
  switch (typeof value) {
    case 'string':
      budget.left -= value.length;
      return budget.left < 0 ? null : stringify(value);
    case 'number':
      return isFiniteNumber(value) ? `${value}` : null;
    case 'boolean':
      return `${value}`;
    case 'object':
      if (value === null) return 'null';
      if (depth === MAX_DEPTH || isProxy(value)) return null;
      return isArray(value)
        ? writeArray(value, budget, depth + 1)
        : writeObject(value, budget, depth + 1);
    default:
      return null;
  }
}

function writeArray(array, budget, depth) {
  const { length } = array;
  budget.left -= 2 * length;
  // Besides its elements an array has one key of its own, `length`; holes and further members are not JSON.
  if (budget.left < 0 || ownKeys(array).length !== length + 1) return null;
  const parts = [];
  for (let index = 0; index < length; index += 1) {
    const part = write(dataOf(array, index), budget, depth);
    if (part === null) return null;
    arrayPush(parts, part);
  }
  return `[${arrayJoin(parts, ',')}]`;
}

function writeObject(object, budget, depth) {
  const prototype = getPrototypeOf(object);
  if (prototype !== null && prototype !== objectPrototype) return null;
  const keys = ownKeys(object);
  const parts = [];
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    if (typeof key !== 'string') return null;
    budget.left -= key.length + 4;
    const part = write(dataOf(object, key), budget, depth);
    if (part === null) return null;
    arrayPush(parts, `${stringify(key)}:${part}`);
  }
  return `{${arrayJoin(parts, ',')}}`;
}

/** The JSON text of plain data, when it is not much longer than `limit` characters; else null, as for any other value. */
function jsonWithin(value, limit) {
  return write(value, { left: limit }, 0);
}

/**
 * The JSON text of plain data; null for anything else, and for too much. Reads own data properties alone: no getter,
 * no `toJSON`, no proxy's trap is called.
 */
function jsonOf(value) {
  const text = write(value, { left: MAX_RESULT_BYTES }, 0);
  return text !== null && fits(text) ? text : null;
}

module.exports = { cutText, fits, jsonOf, jsonWithin };

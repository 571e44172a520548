'use strict';

const { inspect, types } = require('node:util');
const { hasOwn, uncurryThis } = require('../../pristine.cjs');
const { cutText, jsonWithin } = require('../../values.cjs');
const { ownText } = require('../thrown.cjs');
const { writeAll } = require('../output.cjs');

/** Longest bundle, in characters of its JSON (docs/driver-protocol.md). */
const MAX_BUNDLE = 4 * 1024 * 1024;
const STDERR = 2;

/** Methods by which an object says how it is shown: ours, and the one of Deno's Jupyter kernel. */
const SYMBOLS = [Symbol.for('repltool.display'), Symbol.for('Jupyter.display')];

const { from } = Buffer;
const { isView } = ArrayBuffer;
const { getOwnPropertyDescriptor, keys } = Object;
const { isProxy } = types;
const toText = uncurryThis(Buffer.prototype.toString);

function note(text) {
  try {
    writeAll(STDERR, from(`display: ${text}\n`));
  } catch {
    // stderr is closed.
  }
}

function noteFailure(error) {
  try {
    note(`what shows the value failed: ${ownText(error)}`);
  } catch {
    note('what shows the value failed, with an error that cannot be shown');
  }
}

function isObject(value) {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}

/** The method that shows the value, or undefined. No trap of a proxy is called. */
function methodOf(value) {
  if (!isObject(value) || isProxy(value)) return undefined;
  for (let index = 0; index < SYMBOLS.length; index += 1) {
    const method = value[SYMBOLS[index]];
    if (typeof method === 'function') return method;
  }
  return undefined;
}

function plain(value) {
  return {
    __proto__: null,
    'text/plain': cutText(inspect(value, { __proto__: null, showProxy: true })),
  };
}

function asRepresentation(value) {
  if (!isView(value)) return value;
  return toText(from(value.buffer, value.byteOffset, value.byteLength), 'base64');
}

/**
 * The JSON of a bundle, without the representations that are neither text nor bytes nor JSON.
 * @returns null when nothing is left
 */
function jsonOfBundle(bundle) {
  if (typeof bundle !== 'object' || bundle === null || isProxy(bundle)) return null;
  const kept = { __proto__: null };
  const mimes = keys(bundle);
  for (let index = 0; index < mimes.length; index += 1) {
    const mime = mimes[index];
    const descriptor = getOwnPropertyDescriptor(bundle, mime);
    const value = hasOwn(descriptor, 'value') ? asRepresentation(descriptor.value) : undefined;
    if (value === undefined) continue;
    if (jsonWithin(value, 2 * MAX_BUNDLE) === null) note(`${mime} is neither text, bytes nor JSON`);
    else kept[mime] = value;
  }
  if (keys(kept).length === 0) return null;
  const json = jsonWithin(kept, 2 * MAX_BUNDLE);
  if (json !== null && json.length <= MAX_BUNDLE) return json;
  return `{"text/plain":"[larger than ${MAX_BUNDLE / 1024 / 1024} MiB: not shown]"}`;
}

/** What the value's own method says; undefined when it has none, and its text when that fails. */
function ownBundleOf(value) {
  try {
    const method = methodOf(value);
    if (method === undefined) return undefined;
    const bundle = uncurryThis(method)(value);
    if (isObject(bundle) && !isProxy(bundle)) return bundle;
    note('what shows the value must give an object of representations by MIME type');
  } catch (error) {
    noteFailure(error);
  }
  return plain(value);
}

function bundleOf(value) {
  return ownBundleOf(value) ?? plain(value);
}

module.exports = { bundleOf, isObject, jsonOfBundle, note, ownBundleOf };

'use strict';

const { types } = require('node:util');
const { getterOf, uncurryThis } = require('../../pristine.cjs');
const { flagsOf, sourceOf } = require('../../regexps.cjs');

const { isArray } = Array;
const { getPrototypeOf } = Object;
const arrayPrototype = Array.prototype;
const arrayBufferPrototype = ArrayBuffer.prototype;
const bufferPrototype = Buffer.prototype;
const datePrototype = Date.prototype;
const mapPrototype = Map.prototype;
const regExpPrototype = RegExp.prototype;
const setPrototype = Set.prototype;
const urlPrototype = URL.prototype;
const viewPrototype = DataView.prototype;
const typedPrototype = getPrototypeOf(Uint8Array.prototype);
const typedName = getterOf(typedPrototype, Symbol.toStringTag);
const typedBuffer = getterOf(typedPrototype, 'buffer');
const typedOffset = getterOf(typedPrototype, 'byteOffset');
const typedLength = getterOf(typedPrototype, 'length');
const viewBuffer = getterOf(DataView.prototype, 'buffer');
const viewOffset = getterOf(DataView.prototype, 'byteOffset');
const viewLength = getterOf(DataView.prototype, 'byteLength');
const bufferLength = getterOf(ArrayBuffer.prototype, 'byteLength');
const getTime = uncurryThis(Date.prototype.getTime);
const hrefOf = getterOf(URL.prototype, 'href');
const bytesFrom = Buffer.from;
const toText = uncurryThis(bufferPrototype.toString);
const { stringify } = JSON;

const TYPED = { __proto__: null };
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (/^(?:Ui|I|Bi|Fl).*\dArray$|^Uint8ClampedArray$/.test(name))
    TYPED[name] = globalThis[name].prototype;
}
const isBuffer = (value) => getPrototypeOf(value) === bufferPrototype;

const isUrl = (value) => {
  if (getPrototypeOf(value) !== urlPrototype) return false;
  try {
    hrefOf(value);
    return true;
  } catch {
    return false;
  }
};

/**
 * Objects with something inside that is no property: how to tell each, the prototype that it usually has, what to note
 * of it (the elements of a JSON array), and how many bytes there are to carry.
 */
const KINDS = [
  { kind: 'array', is: isArray, usual: () => arrayPrototype, note: (value) => `${value.length}` },
  { kind: 'map', is: types.isMap, usual: () => mapPrototype, note: () => '' },
  { kind: 'set', is: types.isSet, usual: () => setPrototype, note: () => '' },
  {
    kind: 'date',
    is: types.isDate,
    usual: () => datePrototype,
    note: (value) => `"${getTime(value)}"`,
  },
  {
    kind: 'regexp',
    is: types.isRegExp,
    usual: () => regExpPrototype,
    note: (value) => `${stringify(sourceOf(value))},"${flagsOf(value)}"`,
  },
  {
    kind: 'bytes',
    is: types.isArrayBuffer,
    usual: () => arrayBufferPrototype,
    weight: bufferLength,
    note: (value) => `"${toText(bytesFrom(value), 'base64')}"`,
  },
  {
    kind: 'typed',
    is: types.isTypedArray,
    usual: (value) => (isBuffer(value) ? bufferPrototype : TYPED[typedName(value)]),
    note: (value, refer) =>
      `"${isBuffer(value) ? 'Buffer' : typedName(value)}",${refer(typedBuffer(value))},${typedOffset(value)},${typedLength(value)}`,
  },
  {
    kind: 'view',
    is: types.isDataView,
    usual: () => viewPrototype,
    note: (value, refer) => `${refer(viewBuffer(value))},${viewOffset(value)},${viewLength(value)}`,
  },
  { kind: 'error', is: types.isNativeError, usual: () => undefined, note: () => '' },
  { kind: 'url', is: isUrl, usual: () => urlPrototype, note: (value) => stringify(hrefOf(value)) },
];

const UNCARRIABLE = [
  types.isPromise,
  types.isWeakMap,
  types.isWeakSet,
  types.isGeneratorObject,
  types.isExternal,
  types.isSharedArrayBuffer,
  types.isMapIterator,
  types.isSetIterator,
  types.isBoxedPrimitive,
  types.isArgumentsObject,
  types.isModuleNamespaceObject,
  types.isKeyObject ?? (() => false),
  types.isCryptoKey ?? (() => false),
];

/** The kind of an object, undefined for one that is its properties alone, null for one that cannot be carried. */
function kindOf(value) {
  for (let index = 0; index < KINDS.length; index += 1) {
    if (KINDS[index].is(value)) return KINDS[index];
  }
  for (let index = 0; index < UNCARRIABLE.length; index += 1) {
    if (UNCARRIABLE[index](value)) return null;
  }
  return undefined;
}

module.exports = { kindOf };

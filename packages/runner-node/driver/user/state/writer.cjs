'use strict';

const { types } = require('node:util');
const {
  arrayJoin,
  functionToString,
  hasOwn,
  mapForEach,
  regExpExec,
  setForEach,
  stringStartsWith,
  uncurryThis,
} = require('../../pristine.cjs');
const { kindOf } = require('./kinds.cjs');
const { writePrimitive } = require('./primitives.cjs');
const { dataOf, isObject } = require('./roots.cjs');
const { createTable, LOST } = require('./table.cjs');

/** Uses of private members, which cannot be read from outside. */
const PRIVATE = /\.#[\p{ID_Start}$_]/u;

const { getOwnPropertyDescriptor, getPrototypeOf, isExtensible, isFrozen, isSealed } = Object;
const { prototype: objectPrototype } = Object;
const { prototype: functionPrototype } = Function;
const { ownKeys } = Reflect;
const { stringify } = JSON;
const { isGeneratorFunction, isProxy } = types;
const has = uncurryThis(Set.prototype.has);
const describe = uncurryThis(getOwnPropertyDescriptor(Symbol.prototype, 'description').get);

/** Prototypes of the language's and of Node's whose objects are their properties alone. */
const TRANSPARENT = new Set([
  objectPrototype,
  functionPrototype,
  ...['', 'Eval', 'Range', 'Reference', 'Syntax', 'Type', 'URI', 'Aggregate'].map(
    (name) => globalThis[`${name}Error`].prototype,
  ),
  require('node:events').prototype,
]);
const USUAL = 7;
const LENGTH = { __proto__: null, length: true };

/** Names of the properties that the text of a class gives: no loop sees them. */
function givenByClass(object) {
  const given = { __proto__: null, length: true, name: true, prototype: true };
  const keys = ownKeys(object);
  for (let index = 0; index < keys.length; index += 1) {
    if (!getOwnPropertyDescriptor(object, keys[index]).enumerable) given[keys[index]] = true;
  }
  return given;
}

function integrityOf(object) {
  if (isExtensible(object)) return 0;
  return isFrozen(object) ? 3 : isSealed(object) ? 2 : 1;
}

/** The function that has made this its prototype; undefined when there is none. */
function ownerOf(object) {
  const owner = dataOf(object, 'constructor');
  const isOwner =
    typeof owner === 'function' && !isProxy(owner) && dataOf(owner, 'prototype') === object;
  return isOwner ? owner : undefined;
}

/**
 * Writes values down as JSON, as `reader.cjs` reads it. Reads own data properties alone: no getter, no trap, no
 * method of the user's is called.
 */
function createWriter({ roots, functions, maxChars }) {
  let undecided = false;

  const refer = (value) => {
    const text = isObject(value) ? undefined : writePrimitive(value);
    if (text === undefined) return table.place(value);
    table.weigh(text.length);
    return text;
  };

  /** `key,value` of each usual property, and `[key,attributes,value]` or `[key,attributes,get,set]` of each other. */
  const propertiesOf = (object, given) => {
    const keys = ownKeys(object);
    let usual = '';
    let others = '';
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (given?.[key] === true) continue;
      const descriptor = getOwnPropertyDescriptor(object, key);
      const { enumerable, configurable, writable } = descriptor;
      const name = refer(key);
      if (hasOwn(descriptor, 'value')) {
        const value = refer(descriptor.value);
        const attributes = (enumerable ? 1 : 0) + (configurable ? 2 : 0) + (writable ? 4 : 0);
        if (attributes === USUAL) usual += usual === '' ? `${name},${value}` : `,${name},${value}`;
        else others += `${others === '' ? '' : ','}[${name},${attributes},${value}]`;
      } else {
        const attributes = (enumerable ? 1 : 0) + (configurable ? 2 : 0);
        const { get, set } = descriptor;
        others += `${others === '' ? '' : ','}[${name},${attributes},${refer(get)},${refer(set)}]`;
      }
    }
    return `[${usual}],[${others}]`;
  };

  /** 0 for the usual prototype. Objects of other classes of Node's have more inside than they show. */
  const prototypeOf = (object, usual) => {
    const prototype = getPrototypeOf(object);
    if (prototype === usual) return '0';
    for (let at = prototype; at !== null && at !== usual; at = getPrototypeOf(at)) {
      if (isProxy(at)) throw LOST;
      const root = roots.of(at);
      const isForeign = root === undefined || root.isForeign;
      if (!isForeign && !has(TRANSPARENT, at)) throw LOST;
      const owner = isForeign ? ownerOf(at) : undefined;
      if (owner !== undefined && regExpExec(PRIVATE, functionToString(owner)) !== null) throw LOST;
    }
    return refer(prototype);
  };

  /** The elements of an array without holes and without others; undefined for any other. */
  const elementsOf = (array) => {
    const { length } = array;
    let elements = '';
    for (let index = 0; index < length; index += 1) {
      const descriptor = getOwnPropertyDescriptor(array, index);
      const isUsual =
        descriptor !== undefined && hasOwn(descriptor, 'value') && descriptor.configurable;
      if (!isUsual) return undefined;
      elements += index === 0 ? refer(descriptor.value) : `,${refer(descriptor.value)}`;
    }
    return ownKeys(array).length === length + 1 ? elements : undefined;
  };

  const itemsOf = (value, kind) => {
    let items = '';
    const add = (item) => {
      items += items === '' ? refer(item) : `,${refer(item)}`;
    };
    if (kind === 'set') setForEach(value, add);
    if (kind === 'map') {
      mapForEach(value, (item, key) => {
        add(key);
        add(item);
      });
    }
    return items;
  };

  const writeRoot = (root) => {
    let path = '';
    let at = root;
    for (; at.from !== null; at = at.from) path += `${path === '' ? '' : ','}${stringify(at.key)}`;
    const module =
      at.module === undefined
        ? 'null'
        : `[${stringify(at.module[0])},${stringify(at.module[1])},${stringify(at.module[2])}]`;
    return `["root",${module},${at.key},[${path}]]`;
  };

  const writeFunction = (func) => {
    const carriable = functions.canBeMadeAgain(func);
    if (carriable === false) throw LOST;
    if (carriable === undefined) undecided = true;
    const text = functionToString(func);
    table.weigh(text.length);
    const isClass = stringStartsWith(text, 'class');
    const prototype = dataOf(func, 'prototype');
    const isOwn = isObject(prototype) && !isProxy(prototype) && ownerOf(prototype) === func;
    const given = isClass
      ? givenByClass(func)
      : {
          __proto__: null,
          length: true,
          arguments: true,
          caller: true,
          prototype: isOwn || isGeneratorFunction(func),
        };
    const members = isOwn ? writePrototype(prototype, isClass) : 'null';
    const properties = propertiesOf(func, given);
    // A class names what it extends, which may be another one by now.
    const parent = isClass ? getPrototypeOf(func) : functionPrototype;
    const isUsual = parent === functionPrototype || parent === null || isProxy(parent);
    const prototypeText = isUsual ? '0' : refer(parent);
    return `["function",[${stringify(text)},${isClass},${members}],[],${prototypeText},${properties},${integrityOf(func)}]`;
  };

  const writePrototype = (prototype, isClass) => {
    table.place(prototype);
    const parent = getPrototypeOf(prototype);
    const given = isClass ? givenByClass(prototype) : { __proto__: null, constructor: true };
    const isUsual = parent === objectPrototype;
    return `[${isUsual ? '0' : refer(parent)},${propertiesOf(prototype, given)}]`;
  };

  const write = (value) => {
    if (typeof value === 'symbol') return `["symbol",[${stringify(describe(value) ?? null)}]]`;
    if (isProxy(value)) throw LOST;
    const root = roots.of(value);
    if (root !== undefined) return writeRoot(root);
    if (typeof value === 'function') return writeFunction(value);
    const owner = ownerOf(value);
    // Whoever writes the owner writes this as well.
    if (owner !== undefined) return `["prototype",[${refer(owner)}]]`;
    const kind = kindOf(value);
    if (kind === null) throw LOST;
    if (kind === undefined) {
      const prototype = prototypeOf(value, objectPrototype);
      return `["object",[],[],${prototype},${propertiesOf(value)},${integrityOf(value)}]`;
    }
    table.weigh(kind.weight?.(value) ?? 0);
    const notes = kind.note(value, refer);
    const prototype = prototypeOf(value, kind.usual(value));
    if (kind.kind === 'typed') return `["typed",[${notes}],[],${prototype},[],[],0]`;
    const isArray = kind.kind === 'array';
    const elements = isArray ? elementsOf(value) : undefined;
    const items = elements ?? itemsOf(value, kind.kind);
    const properties =
      elements === undefined ? propertiesOf(value, isArray ? LENGTH : undefined) : '[],[]';
    return `["${kind.kind}",[${notes}],[${items}],${prototype},${properties},${integrityOf(value)}]`;
  };

  const table = createTable(write, maxChars);

  return {
    /** The JSON of all objects that the values so far lead to. */
    objects: () => `[${arrayJoin(table.objects, ',')}]`,
    /** Whether a function was met of which it is not known whether it can be made again. */
    get isUndecided() {
      return undecided;
    },
    /** The JSON of a value, when all that it leads to is written; undefined when any of that cannot be carried. */
    write: (value) => table.enter(() => refer(value)),
    size: () => table.objects.length,
  };
}

module.exports = { createWriter };

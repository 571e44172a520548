'use strict';

const { readPrimitive } = require('./primitives.cjs');

const USUAL = { enumerable: true, configurable: true, writable: true };
const ATTRIBUTES = { enumerable: 1, configurable: 2, writable: 4 };
const INTEGRITY = [undefined, Object.preventExtensions, Object.seal, Object.freeze];

/** Thrown when something else has to be made first. */
class NotYet extends Error {}

function attributesOf(bits) {
  const { enumerable, configurable, writable } = ATTRIBUTES;
  return [(bits & enumerable) !== 0, (bits & configurable) !== 0, (bits & writable) !== 0];
}

/** Makes values again of what `writer.cjs` has written. Runs in a fresh interpreter, in which no cell has run. */
function createReader(entries, { modules, syntactic }) {
  const made = [];
  const filled = [];

  const value = (reference) => {
    if (!Array.isArray(reference)) return reference;
    return typeof reference[0] === 'number' ? object(reference[0]) : readPrimitive(reference);
  };

  const atEndOf = (root, path) =>
    path.reduceRight((at, key) => {
      if (at?.[key] === undefined) throw new Error(`there is no ${key}`);
      return at[key];
    }, root);

  const makers = {
    object: () => ({}),
    array: ([length]) => new Array(length),
    map: () => new Map(),
    set: () => new Set(),
    date: ([time]) => new Date(Number(time)),
    regexp: ([source, flags]) => new RegExp(source, flags),
    bytes: ([base64]) => new Uint8Array(Buffer.from(base64, 'base64')).buffer,
    typed: ([name, buffer, offset, length]) =>
      name === 'Buffer'
        ? Buffer.from(value(buffer), offset, length)
        : new globalThis[name](value(buffer), offset, length),
    view: ([buffer, offset, length]) => new DataView(value(buffer), offset, length),
    error: () => {
      const error = new Error();
      delete error.stack;
      return error;
    },
    url: ([href]) => new URL(href),
    symbol: ([description]) => Symbol(description ?? undefined),
    prototype: ([owner]) => value(owner).prototype,
    function: () => {
      throw new NotYet('a function has to be made of its text first');
    },
  };

  const make = (entry) => {
    const [kind, notes] = entry;
    if (kind !== 'root') return makers[kind](notes);
    const [, module, syntax, path] = entry;
    if (module !== null) return atEndOf(modules.get(JSON.stringify(module)), path);
    return atEndOf(syntax === null ? globalThis : syntactic[syntax], path);
  };

  const define = (target, usual, others) => {
    for (let index = 0; index < usual.length; index += 2) {
      const made = value(usual[index + 1]);
      Object.defineProperty(target, value(usual[index]), { ...USUAL, value: made });
    }
    for (const [key, bits, first, second] of others) {
      const [enumerable, configurable, writable] = attributesOf(bits);
      const isData = second === undefined;
      Object.defineProperty(target, value(key), {
        enumerable,
        configurable,
        ...(isData ? { writable, value: value(first) } : { get: value(first), set: value(second) }),
      });
    }
  };

  const fill = (target, [kind, notes, items, prototype, usual, others, integrity]) => {
    if (prototype !== 0) Object.setPrototypeOf(target, value(prototype));
    if (kind === 'array') items.forEach((item, index) => (target[index] = value(item)));
    if (kind === 'set') for (const item of items) Set.prototype.add.call(target, value(item));
    if (kind === 'map') {
      for (let index = 0; index < items.length; index += 2) {
        Map.prototype.set.call(target, value(items[index]), value(items[index + 1]));
      }
    }
    if (kind === 'function' && notes[2] !== null) {
      const [parent, ...members] = notes[2];
      if (parent !== 0) Object.setPrototypeOf(target.prototype, value(parent));
      define(target.prototype, ...members);
    }
    define(target, usual, others);
    INTEGRITY[integrity]?.(target);
  };

  const isFilled = ([kind]) => kind === 'root' || kind === 'symbol' || kind === 'prototype';

  /** Objects are filled when all are made, since they may lead to one another. */
  const toFill = [];
  const object = (index) => {
    if (!(index in made)) made[index] = make(entries[index]);
    if (!filled[index]) {
      filled[index] = true;
      if (!isFilled(entries[index])) toFill.push(index);
    }
    return made[index];
  };

  return {
    /** The value with all that it leads to. @throws when that cannot be made, or not yet */
    read(reference) {
      const result = value(reference);
      for (let index; (index = toFill.pop()) !== undefined;) {
        try {
          fill(made[index], entries[index]);
        } catch (error) {
          // Tried again with the next value that leads here.
          for (const left of [index, ...toFill.splice(0)]) filled[left] = false;
          throw error;
        }
      }
      return result;
    },
    /** A function that was made of its text, alone or as the one member of an object. */
    adopt(index, func, isMember) {
      if (!isMember) made[index] = func;
      else {
        const [key] = Reflect.ownKeys(func);
        const { value: method, get, set } = Object.getOwnPropertyDescriptor(func, key);
        made[index] = method ?? get ?? set;
      }
    },
  };
}

module.exports = { createReader };

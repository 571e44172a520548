'use strict';

const { uncurryThis } = require('../../pristine.cjs');

const { is } = Object;
const { isFinite } = Number;
const { stringify } = JSON;
const toBigInt = BigInt;
const { for: symbolFor, keyFor } = Symbol;
const get = uncurryThis(Map.prototype.get);

const names = Object.getOwnPropertyNames(Symbol).filter((name) => typeof Symbol[name] === 'symbol');
const NAMES = new Map(names.map((name) => [Symbol[name], name]));
const SYMBOLS = {
  __proto__: null,
  ...Object.fromEntries(names.map((name) => [name, Symbol[name]])),
};

/**
 * The JSON of a primitive: itself, or an array of a letter and a text where JSON has no such value. Undefined for a
 * symbol that is only like itself, which is an object in this respect.
 */
function writePrimitive(value) {
  switch (typeof value) {
    case 'number':
      return isFinite(value) && !is(value, -0)
        ? `${value}`
        : `["n","${is(value, -0) ? '-0' : value}"]`;
    case 'undefined':
      return '["u",""]';
    case 'bigint':
      return `["b","${value}"]`;
    case 'symbol': {
      const name = get(NAMES, value);
      if (name !== undefined) return `["w","${name}"]`;
      const key = keyFor(value);
      return key === undefined ? undefined : `["r",${stringify(key)}]`;
    }
    case 'string':
      return stringify(value);
    default:
      return `${value}`;
  }
}

function readPrimitive([letter, text]) {
  switch (letter) {
    case 'n':
      return Number(text);
    case 'b':
      return toBigInt(text);
    case 'w':
      return SYMBOLS[text];
    case 'r':
      return symbolFor(text);
    default:
      return undefined;
  }
}

module.exports = { readPrimitive, writePrimitive };

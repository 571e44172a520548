'use strict';

const { inspect } = require('node:util');
const { cutText, fits } = require('../values.cjs');

/**
 * The part of a result frame that says the value, as far as the inspector's answer holds it; undefined for an object,
 * which only the main thread can render.
 */
function primitiveResult(remote) {
  switch (remote.type) {
    case 'undefined':
      return {};
    case 'string':
      return fits(remote.value)
        ? { value: remote.value, text: cutText(inspect(remote.value)) }
        : { text: cutText(inspect(remote.value)) };
    case 'number':
      return remote.unserializableValue === undefined
        ? { value: remote.value, text: `${remote.value}` }
        : { text: remote.unserializableValue };
    case 'boolean':
      return { value: remote.value, text: `${remote.value}` };
    case 'bigint':
      return { text: cutText(remote.unserializableValue) };
    case 'symbol':
      return { text: cutText(remote.description) };
    default:
      return remote.subtype === 'null' ? { value: null, text: 'null' } : undefined;
  }
}

module.exports = { primitiveResult };

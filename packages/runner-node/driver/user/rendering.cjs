'use strict';

const { inspect } = require('node:util');
const { cutText, jsonOf } = require('../values.cjs');

/** As the Node REPL shows results: a proxy is taken apart, its traps are not called. */
const OPTIONS = Object.freeze({ __proto__: null, showProxy: true });

/** A result as `[text, json]`; `json` is null when the value is not plain JSON data. */
function render(value) {
  return [cutText(inspect(value, OPTIONS)), jsonOf(value)];
}

module.exports = { render };

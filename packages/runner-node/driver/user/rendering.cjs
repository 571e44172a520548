'use strict';

const { inspect } = require('node:util');
const { cutText, jsonOf } = require('../values.cjs');

/** As the Node REPL shows results: a proxy is taken apart, its traps are not called. */
const OPTIONS = Object.freeze({ __proto__: null, showProxy: true });

/**
 * Gives a result as `[text, json]`; `json` is null when the value is not plain JSON data.
 * @param show told of each result, before it is given
 */
function createRenderer(show) {
  return (value) => {
    const rendered = [cutText(inspect(value, OPTIONS)), jsonOf(value)];
    show(value);
    return rendered;
  };
}

module.exports = { createRenderer };

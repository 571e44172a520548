'use strict';

const { writeAll } = require('../output.cjs');

const { from } = Buffer;
const { defineProperty } = Object;
const replace = Function.prototype.call.bind(String.prototype.replace);

/** `prompt`, as in browsers and in Deno: one line without its break, or null at the end of input. */
function definePrompt({ askAndWait }) {
  defineProperty(globalThis, 'prompt', {
    configurable: true,
    writable: true,
    value: function prompt(message = '') {
      const question = message === '' ? '' : `${message} `;
      writeAll(1, from(question));
      const line = askAndWait(question);
      return line === null ? null : replace(line, /\r?\n$/, '');
    },
  });
}

module.exports = { definePrompt };

'use strict';

const { Script } = require('node:vm');
const { CELL_PREFIX, OBJECT_PREFIX } = require('../frames.cjs');

function isExpression(text) {
  try {
    // Compiled in this thread, and never run.
    new Script(`(async () => (${text}\n))`);
    return true;
  } catch {
    return false;
  }
}

/** Where the language would see a block, people who type an object literal mean the object, as in the Node REPL. */
function asObjectLiteral(code) {
  if (!/^\s*\{/.test(code)) return undefined;
  const text = code.replace(/;\s*$/, '');
  return isExpression(text) ? text : undefined;
}

/** The source to evaluate for a cell; line numbers stay, and columns but for the first line. */
function sourceOfCell(code, name) {
  const object = asObjectLiteral(code);
  const body = object === undefined ? `${CELL_PREFIX}${code}` : `${OBJECT_PREFIX}${object}\n)`;
  return `${withDirective(body, code)}\n//# sourceURL=${name}`;
}

function withDirective(body, code) {
  const directive = /^\s*(['"])use strict\1(?=\s*(?:;|\n|$))/.exec(code);
  return directive === null ? body : `'use strict';${body}`;
}

module.exports = { sourceOfCell };

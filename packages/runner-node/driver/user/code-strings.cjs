'use strict';

const replace = Function.prototype.call.bind(String.prototype.replace);

/** `import(` where it is a call, as far as can be told without parsing. */
const IMPORT_CALL = /(?<![\w$.#])import(?=\s*\()/g;

/**
 * Source text on its way to `eval` or `Function`. Code compiled from strings imports the way the script around it
 * does, and V8 gives cells no way to import; the host rewrites those of the cell itself.
 */
function importableSource(source) {
  return typeof source === 'string' ? replace(source, IMPORT_CALL, '__repltool.import') : source;
}

module.exports = { importableSource };

'use strict';

const {
  arrayJoin,
  arrayPush,
  stringIncludes,
  stringIndexOf,
  stringSlice,
  stringSplit,
  stringStartsWith,
  stringTrimStart,
} = require('./pristine.cjs');

/** Stands before the first line of each cell's source, and shifts the columns of that line. */
const CELL_PREFIX = 'await __repltool; ';
/** The same length, for a cell that is an object literal. */
const OBJECT_PREFIX = 'await __repltool;(';

/** Not the user's: the driver's own files, and the insides of node. */
function isForeign(frame) {
  return (
    stringIncludes(frame, __dirname) ||
    stringIncludes(frame, 'node:internal/') ||
    stringIncludes(frame, '__repltool') ||
    stringIncludes(frame, 'at runMicrotasks (<anonymous>)')
  );
}

/** `cell-3.js:1:25` as the user counts its columns. */
function correctColumn(frame) {
  const name = stringIndexOf(frame, 'cell-');
  const place = name < 0 ? -1 : stringIndexOf(frame, 's:1:', name);
  if (place < 0) return frame;
  const start = place + 4;
  const column = parseInt(stringSlice(frame, start), 10);
  if (!(column > CELL_PREFIX.length)) return frame;
  const rest = stringSlice(frame, start + `${column}`.length);
  return stringSlice(frame, 0, start) + (column - CELL_PREFIX.length) + rest;
}

/** The text of an error with the frames that are the user's, their columns as the user counts them. */
function ownFrames(text) {
  const lines = stringSplit(text, '\n');
  const kept = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (!stringStartsWith(stringTrimStart(line), 'at ')) arrayPush(kept, line);
    else if (!isForeign(line)) arrayPush(kept, correctColumn(line));
  }
  return arrayJoin(kept, '\n');
}

module.exports = { CELL_PREFIX, OBJECT_PREFIX, ownFrames };

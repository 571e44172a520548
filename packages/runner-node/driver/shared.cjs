'use strict';

/** Places in the memory that both threads see. */
const CELL = 0;
const CANCELLED = 1;
/** Never written to: the main thread waits here for its own termination. */
const PARKED = 2;
/** Where the control thread answers with 0, or the negative number of an error. */
const SIGNAL_ANSWER = 3;
const PLACES = 4;

/**
 * `CELL` is the number of the cell that the control thread has sent last; `CANCELLED` the number up to which cells
 * that have not begun must not begin any more.
 */
function createShared() {
  return new Int32Array(new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT));
}

module.exports = { CANCELLED, CELL, PARKED, SIGNAL_ANSWER, createShared };

'use strict';

/** Places in the memory that both threads see. */
const CELL = 0;
const CANCELLED = 1;
/** Never written to: the main thread waits here for its own termination. */
const PARKED = 2;
/** Where the control thread answers with 0, or the negative number of an error. */
const SIGNAL_ANSWER = 3;
/** Number of the request for input that the control thread has answered last, of those that the main thread waits for. */
const INPUT_ANSWERED = 4;
/** How many displays are on their way from the main thread to the control thread. */
const DISPLAYS = 5;
const PLACES = 6;

/**
 * `CELL` is the number of the cell that the control thread has sent last; `CANCELLED` the number up to which cells
 * that have not begun must not begin any more.
 */
function createShared() {
  return new Int32Array(new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT));
}

module.exports = { CANCELLED, CELL, DISPLAYS, INPUT_ANSWERED, PARKED, SIGNAL_ANSWER, createShared };

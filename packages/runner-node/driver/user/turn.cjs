'use strict';

const { CANCELLED, CELL } = require('../shared.cjs');

const { setImmediate } = globalThis;

/**
 * What every cell awaits first. The inspector starts a cell inside its own message handling, where it would see no
 * request to stop; behind this it runs in a turn of the event loop of its own, and can be stopped.
 *
 * A thenable, not a promise: awaiting it looks nothing up that user code can replace.
 */
function createTurn(shared) {
  let begun = 0;
  return Object.freeze({
    __proto__: null,
    /** Number of the cell that has begun last. */
    get begun() {
      return begun;
    },
    then(resolve) {
      const cell = shared[CELL];
      setImmediate(() => {
        if (shared[CANCELLED] >= cell) return;
        begun = cell;
        resolve();
      });
    },
  });
}

/** Awaited by who wants to know that the event loop turns. */
const breath = Object.freeze({ __proto__: null, then: (resolve) => void setImmediate(resolve) });

module.exports = { breath, createTurn };

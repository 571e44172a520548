'use strict';

const { uncurryThis } = require('../../pristine.cjs');

const MAX_PAUSE = 64;

const get = uncurryThis(WeakMap.prototype.get);
const set = uncurryThis(WeakMap.prototype.set);
const { now } = performance;

const clock = now.bind(performance);
/** A value that takes longer and then cannot be carried is left alone for a while. */
const CHEAP_MS = 1;

/** Tries values that were too much the last time more and more rarely. */
function createPatience() {
  const pauses = new WeakMap();

  return {
    write(writer, value) {
      const isTracked = typeof value === 'object' && value !== null;
      const pause = isTracked ? get(pauses, value) : undefined;
      if (pause !== undefined && pause.left > 0) {
        pause.left -= 1;
        return undefined;
      }
      const start = clock();
      const written = writer.write(value);
      if (isTracked && written === undefined && clock() - start > CHEAP_MS) {
        const length = pause === undefined ? 1 : pause.length * 2;
        const capped = length > MAX_PAUSE ? MAX_PAUSE : length;
        set(pauses, value, { left: capped, length: capped });
      }
      return written;
    },
  };
}

module.exports = { createPatience };

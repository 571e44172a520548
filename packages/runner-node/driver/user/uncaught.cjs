'use strict';

const { writeSync } = require('node:fs');
const { ownText } = require('./thrown.cjs');

const STDERR = 2;

/** Writes an error that nothing caught to stderr, and lets the session live. */
function report(error) {
  try {
    writeSync(STDERR, `Uncaught ${ownText(error)}\n`);
  } catch {
    // stderr is closed, or the error cannot be shown: there is nowhere left to say so.
  }
}

/**
 * Node calls `process._fatalException` for each error that nothing caught, promises' included, and ends the process
 * when it answers false. Listeners that user code has set still come first; removing them all does no harm.
 */
function reportUncaught() {
  const native = process._fatalException;
  const listenerCount = process.listenerCount.bind(process);
  const hasCapture = process.hasUncaughtExceptionCaptureCallback.bind(process);
  const setCapture = process.setUncaughtExceptionCaptureCallback.bind(process);
  let muted = false;

  /** Has Node do all that it does about such an error, but for telling `tell` instead of anyone else. */
  const handle = (error, fromPromise, tell) => {
    setCapture(tell);
    try {
      native(error, fromPromise);
    } finally {
      setCapture(null);
    }
  };

  Object.defineProperty(process, '_fatalException', {
    value: (error, fromPromise) => {
      if (muted) return true;
      try {
        if (listenerCount('uncaughtException') === 0 && !hasCapture()) {
          handle(error, fromPromise, report);
        } else if (!native(error, fromPromise)) {
          report(error);
        }
      } catch (second) {
        report(second);
      }
      return true;
    },
  });

  return {
    /** Until `unmute`, what is reported is not the user's. */
    mute() {
      muted = true;
    },
    /** Node clears its stack of asynchronous contexts whenever it has handled an error, here none. */
    unmute() {
      if (!hasCapture()) handle(undefined, false, () => undefined);
      muted = false;
    },
  };
}

module.exports = { report, reportUncaught };

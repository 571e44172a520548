'use strict';

/** A main thread that does not come round to its event loop by then is still in a loop, of ticks for example. */
const TURN_MS = 100;

/** Ends what runs on the main thread, as often as it takes until its event loop turns again. */
function createTermination(mainThread) {
  let waiting = null;

  const attempt = () => {
    mainThread.terminate(() => {
      const again = setTimeout(attempt, TURN_MS);
      mainThread.call('breathe', [], () => {
        clearTimeout(again);
        const done = waiting;
        waiting = null;
        for (const callback of done ?? []) callback();
      });
    });
  };

  return {
    get underWay() {
      return waiting !== null;
    },
    /** Calls `onDone` when the main thread is free. */
    start(onDone) {
      if (waiting !== null) return void waiting.push(onDone);
      waiting = [onDone];
      attempt();
    },
    /** Calls `proceed` when no termination is under way that could hit what it starts. */
    after(proceed) {
      if (waiting === null) proceed();
      else waiting.push(proceed);
    },
  };
}

module.exports = { createTermination };

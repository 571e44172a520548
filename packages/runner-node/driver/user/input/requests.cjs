'use strict';

const { receiveMessageOnPort } = require('node:worker_threads');
const { INPUT_ANSWERED } = require('../../shared.cjs');
const { promptOf } = require('../output.cjs');

const { load, wait } = Atomics;
const { setImmediate } = globalThis;

/** Asks the host for lines of input, by way of the control thread. */
function createInputRequests({ shared, port, tell }) {
  let count = 0;
  const waiting = { __proto__: null };

  const request = (prompt, blocking) => {
    count += 1;
    tell({ type: 'input', request: count, prompt: prompt ?? promptOf(), blocking });
    return count;
  };

  return {
    /** Calls `onLine` with a line and its line break, or with null at the end of input. */
    ask(onLine) {
      waiting[request(undefined, false)] = onLine;
    },
    /** The same, for who cannot go on without: the thread stands still, and can be terminated. */
    askAndWait(prompt) {
      const own = request(prompt, true);
      for (;;) {
        const answered = load(shared, INPUT_ANSWERED);
        if (answered === own) break;
        wait(shared, INPUT_ANSWERED, answered);
      }
      for (;;) {
        // Answers that a terminated cell has left behind come first.
        const { message } = receiveMessageOnPort(port);
        if (message.request === own) return message.text;
      }
    },
    /** Called by the control thread, inside the inspector's message handling, where nothing could stop user code. */
    answer(id, text) {
      const onLine = waiting[id];
      delete waiting[id];
      if (onLine !== undefined) setImmediate(onLine, text);
    },
  };
}

module.exports = { createInputRequests };

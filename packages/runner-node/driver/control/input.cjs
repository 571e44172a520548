'use strict';

const { INPUT_ANSWERED } = require('../shared.cjs');

/** How long a cell runs before it asks again for what the cell before it has left unanswered. */
const ASK_AGAIN_MS = 20;

/** Passes requests for input from the main thread to the host, and the replies back. */
function createInput({ mainThread, channel, port, shared }) {
  /** Those that the host has been asked, by the id of the frame. */
  const pending = new Map();
  /** Those of streams that a cell has left open, for the next. */
  let left = [];
  let count = 0;
  let isRunning = false;
  let timer;

  const ask = (asked) => {
    count += 1;
    const id = `input-${count}`;
    pending.set(id, asked);
    channel.send({ type: 'input-request', id, prompt: asked.prompt, password: false });
  };

  const answer = ({ request, blocking }, text) => {
    if (!blocking) return mainThread.call('answerInput', [{ value: request }, { value: text }]);
    port.postMessage({ request, text });
    Atomics.store(shared, INPUT_ANSWERED, request);
    Atomics.notify(shared, INPUT_ANSWERED);
  };

  return {
    requested(asked) {
      if (isRunning || asked.blocking) ask(asked);
      else left.push(asked);
    },
    replied({ id, text = null }) {
      const asked = pending.get(id);
      pending.delete(id);
      if (asked !== undefined) answer(asked, text);
    },
    cellBegins() {
      isRunning = true;
      if (left.length === 0) return;
      timer = setTimeout(() => {
        for (const asked of left.splice(0)) ask(asked);
      }, ASK_AGAIN_MS);
    },
    /** @param stopped whether what waits in it has been given up */
    cellEnds(stopped) {
      isRunning = false;
      clearTimeout(timer);
      if (stopped) {
        if (pending.size + left.length > 0) mainThread.call('abandonInput', []);
        left = [];
      } else {
        left.push(...pending.values());
      }
      pending.clear();
    },
  };
}

module.exports = { createInput };

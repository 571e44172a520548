'use strict';

const { Readable } = require('node:stream');

const { from } = Buffer;
const { setImmediate } = globalThis;
const { defineProperty } = Object;

/** A stream of lines, each of them asked for when somebody waits for it, and not ahead. */
function createLines(ask, onEnd) {
  let wanted = false;
  let asked = false;

  const isWaitedFor = () => {
    const { readableFlowing, destroyed } = lines;
    return !destroyed && (readableFlowing !== false || lines.listenerCount('readable') > 0);
  };
  const askIfWaitedFor = () => {
    if (!wanted || asked || !isWaitedFor()) return;
    asked = true;
    ask((text) => {
      wanted = false;
      asked = false;
      if (text === null) onEnd(lines);
      lines.push(text === null ? null : from(text));
    });
  };

  const lines = new Readable({
    highWaterMark: 0,
    read() {
      wanted = true;
      // By then it shows whether who took the last line goes on.
      setImmediate(askIfWaitedFor);
    },
  });
  lines.on('resume', () => setImmediate(askIfWaitedFor));
  lines.fd = 0;
  return lines;
}

/** Puts a `process.stdin` in place that asks the host; a new one when user code has closed or used up the last. */
function defineStdin({ requests, turn }) {
  let lines = null;
  let endedIn = null;

  const current = () => {
    const usedUp = lines?.destroyed === true && endedIn !== turn.begun;
    if (lines === null || usedUp) {
      endedIn = null;
      lines = createLines(requests.ask, (stream) => {
        if (stream === lines) endedIn = turn.begun;
      });
    }
    return lines;
  };

  defineProperty(process, 'stdin', {
    configurable: true,
    enumerable: true,
    get: current,
    set(value) {
      defineProperty(process, 'stdin', { value, writable: true });
    },
  });
  return {
    /** Leaves who waits for a line waiting for ever: their cell is over. */
    abandon() {
      lines = null;
    },
  };
}

module.exports = { defineStdin };

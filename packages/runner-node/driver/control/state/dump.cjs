'use strict';

const { namesAround } = require('./judge.cjs');

/** Longest piece, in UTF-16 code units: at most 1 MiB of UTF-8. */
const MAX_PIECE = 256 * 1024;
/** Longest state, in characters. */
const MAX_CHARS = 16 * 1024 * 1024;
const MIN_CHARS = 128 * 1024;
/** What it takes of memory while it is written, at most, for each. */
const BYTES_PER_CHAR = 8;
const MAX_LOST = 1000;
const MAX_LOST_NAME = 256;
/** How often functions are judged that only the functions judged before lead to. */
const MAX_ROUNDS = 4;
/** Stands before each state. */
const FORMAT = 'node-1 ';
/** A main thread in native code gives nothing away; the next cell waits no longer for it. */
const PATIENCE_MS = 4000;

/** Gives the state of the cells to the host. */
function createDump({ mainThread, scope, channel, drain, memoryBytes }) {
  let received;
  /** Who waits for the end of the dump; null when none is under way. */
  let waiting = null;
  let timer;

  const finish = () => {
    const proceed = waiting ?? [];
    waiting = null;
    clearTimeout(timer);
    mainThread.releaseState();
    for (const next of proceed) next();
  };

  const send = (id) => {
    const { state, lost } = received;
    received = undefined;
    const text = FORMAT + state;
    for (let start = 0; start < text.length; start += MAX_PIECE) {
      channel.send({ type: 'dump-part', id, data: text.slice(start, start + MAX_PIECE) });
    }
    const names = lost.slice(0, MAX_LOST).map((name) => name.slice(0, MAX_LOST_NAME));
    channel.send({ type: 'dumped', id, lost_names: names });
  };

  const judge = (onJudged) => {
    mainThread.elementsOf('unknownFunctions', (functions) =>
      namesAround(mainThread, functions, (names) =>
        mainThread.call('judgeFunctions', [{ value: names }], onJudged),
      ),
    );
  };

  /** No cell dies of what the state takes. */
  const maxChars = () => {
    const left = (memoryBytes - process.memoryUsage.rss()) / BYTES_PER_CHAR;
    return Math.max(MIN_CHARS, Math.min(MAX_CHARS, left));
  };

  const attempt = (id, round) => {
    scope.askToAssign('dumpState', [round === MAX_ROUNDS, maxChars()], (unknown) => {
      drain();
      if (received !== undefined) send(id);
      else if (unknown !== undefined) return judge(() => attempt(id, round + 1));
      else channel.send({ type: 'refused', id });
      return finish();
    });
  };

  const after = (proceed) => {
    if (waiting === null) proceed();
    else waiting.push(proceed);
  };

  return {
    dump({ id }) {
      after(() => {
        waiting = [];
        timer = setTimeout(finish, PATIENCE_MS);
        attempt(id, 1);
      });
    },
    /** Calls `proceed` when what it changes is not in the state that is being given away. */
    after,
    onState(message) {
      received = message;
    },
  };
}

module.exports = { FORMAT, createDump };

'use strict';

const { performance } = require('node:perf_hooks');
const { CANCELLED, CELL } = require('../shared.cjs');
const { readCellText } = require('./cell-text.cjs');
const { stopChildren } = require('./children.cjs');
const { finishDeclarations } = require('./declarations.cjs');
const { createExceptions } = require('./exceptions.cjs');
const { primitiveResult } = require('./primitives.cjs');
const { sourceOfCell } = require('./source.cjs');
const { createTermination } = require('./termination.cjs');

/** Exit codes of cells, as a shell would have them. */
const EXIT_CODE = { ok: 0, error: 1, denied: 1, interrupted: 130 };
/** A main thread that answers later than this was in native code, and is on its way out of it. */
const PROMPT_MS = 3;
/** How long a cell that was in native code gets to end by itself. */
const GRACE_MS = 15;

/**
 * Runs cells on the main thread, one at a time, and answers for those that cannot answer themselves.
 * @param drain handles what the main thread has sent before now
 */
function createCells({ mainThread, scope, marks, channel, input, drain, shared, extension, quit }) {
  const exceptions = createExceptions();
  const termination = createTermination(mainThread);
  let count = 0;
  let running = null;

  const finish = (cell, result) => {
    if (running !== cell) return;
    drain();
    running = null;
    input.cellEnds(result.status === 'interrupted' || result.status === 'exited');
    marks.close(cell.boundary);
    channel.send({ type: 'result', id: cell.id, exit_code: EXIT_CODE[result.status], ...result });
    mainThread.release();
  };
  const succeed = (cell, value) => finish(cell, { status: 'ok', ...value });
  const fail = (cell, exception, status = 'error') =>
    finish(cell, { status: cell.interrupted ? 'interrupted' : status, exception });

  const onInspectorError = ({ message }) => {
    // A cell that waits for what nothing can bring about any more waits until it is stopped. Any other answer means
    // that the main thread cannot be driven any more.
    if (!message.includes('Promise was collected')) quit();
  };

  const failWith = (cell, details) => {
    mainThread.call('describeThrown', [argumentOf(details.exception)], (error, answer) => {
      if (error || answer.exceptionDetails) return fail(cell, exceptions.ofUnknown(details));
      const [name, message, text, violation] = answer.result.value;
      const exception = exceptions.ofThrown(name, message, text);
      finishDeclarations(mainThread, cell.code, () =>
        fail(cell, exception, violation === null ? 'error' : 'denied'),
      );
    });
  };

  const render = (cell, remote) => {
    mainThread.call('render', [{ objectId: remote.objectId }], (error, answer) => {
      if (running !== cell) return;
      if (error) return onInspectorError(error);
      // A custom inspection of the user's threw.
      if (answer.exceptionDetails) return failWith(cell, answer.exceptionDetails);
      const [text, json] = answer.result.value;
      succeed(cell, json === null ? { text } : { text, value: JSON.parse(json) });
    });
  };

  const onEvaluated = (cell, error, answer) => {
    if (running !== cell) return;
    if (error) return onInspectorError(error);
    const { exceptionDetails, result } = answer;
    if (exceptionDetails === undefined) {
      const primitive = primitiveResult(result);
      if (primitive === undefined) render(cell, result);
      else succeed(cell, primitive);
    } else if (exceptionDetails.scriptId !== undefined) {
      fail(cell, exceptions.ofSyntax(cell.name, exceptionDetails));
    } else {
      failWith(cell, exceptionDetails);
    }
  };

  const start = ({ id, boundary, code: text }) => {
    const { code, source } = readCellText(text);
    count += 1;
    const cell = {
      id,
      boundary,
      code,
      number: count,
      name: `cell-${count}.${extension}`,
      startedAt: performance.now(),
      interrupted: false,
    };
    running = cell;
    shared[CELL] = cell.number;
    exceptions.remember(cell.name, { code, source });
    scope.remember(source);
    marks.open(boundary);
    input.cellBegins();
    mainThread.evaluate(sourceOfCell(code, cell.name), (error, answer) =>
      onEvaluated(cell, error, answer),
    );
  };

  return {
    execute(frame) {
      termination.after(() => start(frame));
    },

    interrupt(id) {
      const cell = running;
      if (cell?.id !== id || cell.interrupted) return;
      cell.interrupted = true;
      shared[CANCELLED] = cell.number;
      const stop = () => {
        if (running === cell) termination.start(() => finish(cell, { status: 'interrupted' }));
      };
      // It waits to be terminated already, and answers nothing before.
      if (termination.underWay) return stop();
      const asked = performance.now();
      const hadChildren = stopChildren(asked - cell.startedAt, () => running === cell);
      // The inspector does not survive a termination while it takes note of an error, and that is what `execSync` ends
      // with when its child process was killed.
      mainThread.call('ping', [], () => {
        if (hadChildren || performance.now() - asked > PROMPT_MS) setTimeout(stop, GRACE_MS);
        else stop();
      });
    },

    /** The main thread has called `process.exit` and waits to be terminated. */
    exited({ code, cell: number }) {
      const cell = running?.number === number ? running : null;
      termination.start(() => {
        if (cell !== null) finish(cell, { status: 'exited', exit_code: code });
        else marks.note(`process.exit(${code}) was called between cells; the session goes on.`);
      });
    },
  };
}

function argumentOf(remote) {
  if (remote.objectId !== undefined) return { objectId: remote.objectId };
  const { unserializableValue, value } = remote;
  return unserializableValue === undefined ? { value } : { unserializableValue };
}

module.exports = { createCells };

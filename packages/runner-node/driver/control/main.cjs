'use strict';

/*
 * The driver. It runs in a worker thread: reads frames from the host, has the main thread run cells, answers.
 */
const { workerData } = require('node:worker_threads');
const { SIGNAL_ANSWER } = require('../shared.cjs');
const { createCells } = require('./cells.cjs');
const { openChannel } = require('./channel.cjs');
const { attachToMainThread } = require('./main-thread.cjs');
const { openMarks } = require('./marks.cjs');

const PROTOCOL = 1;

const { shared, port, extension } = workerData;
const mainThread = attachToMainThread();

/** Ends the process, whatever its main thread is doing. */
function quit() {
  process.kill(process.pid, 'SIGKILL');
}

/** Sends a signal to this process for its main thread, which waits for the answer. */
function onSignal({ pid, signal }) {
  let answer = 0;
  try {
    process.kill(pid, signal);
  } catch (error) {
    answer = error.errno;
  }
  Atomics.store(shared, SIGNAL_ANSWER, answer);
  Atomics.notify(shared, SIGNAL_ANSWER);
}

/** Takes up work, while the main thread, which shares the descriptors, does nothing. */
function serve() {
  const marks = openMarks();
  const channel = openChannel({
    onFrame: (frame) => onFrame[frame.type](frame),
    onEnd: quit,
  });
  const cells = createCells({ mainThread, marks, channel, shared, extension, quit });

  const onFrame = {
    hello({ cwd, environment }) {
      mainThread.call('setUp', [{ value: cwd }, { value: environment }], (error, answer) => {
        const failure = answer?.exceptionDetails?.exception;
        if (failure !== undefined) channel.send({ type: 'log', message: failure.description });
      });
    },
    execute: cells.execute,
    interrupt: ({ id }) => cells.interrupt(id),
    shutdown: quit,
  };
  onMessage = { exit: cells.exited, signal: onSignal };

  channel.send({
    type: 'ready',
    protocol: PROTOCOL,
    runtime: { name: 'Node.js', version: process.versions.node },
  });
}

let onMessage = {
  // Before that, the inspector would interrupt the main thread half-way through its preparations.
  prepared: () => mainThread.takeHooks(serve),
};
// Also what keeps this thread alive.
port.on('message', (message) => onMessage[message.type](message));

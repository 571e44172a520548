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
const marks = openMarks();

/** Ends the process, whatever its main thread is doing. */
function quit() {
  process.kill(process.pid, 'SIGKILL');
}

function onFrame(frame) {
  switch (frame.type) {
    case 'hello':
      return mainThread.call(
        'setUp',
        [{ value: frame.cwd }, { value: frame.environment }],
        (error, answer) => {
          if (answer?.exceptionDetails) {
            channel.send({ type: 'log', message: answer.exceptionDetails.exception.description });
          }
        },
      );
    case 'execute':
      return cells.execute(frame);
    case 'interrupt':
      return cells.interrupt(frame.id);
    case 'shutdown':
      return quit();
  }
}

const channel = openChannel({ onFrame, onEnd: quit });
const cells = createCells({ mainThread, marks, channel, shared, extension, quit });

/** The main thread has nothing to take before it says so: the inspector would interrupt it half-way. */
function onPrepared() {
  mainThread.takeHooks(() => {
    channel.send({
      type: 'ready',
      protocol: PROTOCOL,
      runtime: { name: 'Node.js', version: process.versions.node },
    });
  });
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

const FROM_MAIN_THREAD = { prepared: onPrepared, exit: cells.exited, signal: onSignal };
port.on('message', (message) => FROM_MAIN_THREAD[message.type](message));

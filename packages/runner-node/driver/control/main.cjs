'use strict';

/*
 * The driver. It runs in a worker thread: reads frames from the host, has the main thread run cells, answers.
 */
const { workerData } = require('node:worker_threads');
const { createCells } = require('./cells.cjs');
const { openChannel } = require('./channel.cjs');
const { attachToMainThread } = require('./main-thread.cjs');
const { openMarks } = require('./marks.cjs');

const PROTOCOL = 1;
/** A main thread that cannot quit by then, being stuck in native code, is killed. */
const QUIT_MS = 200;

const { shared, port, extension } = workerData;
const mainThread = attachToMainThread();
const marks = openMarks();

function quit() {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), QUIT_MS);
  mainThread.call('quit', []);
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
const cells = createCells({ mainThread, marks, channel, shared, extension });

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

port.on('message', (message) => {
  if (message.type === 'prepared') onPrepared();
  else cells.exited(message);
});

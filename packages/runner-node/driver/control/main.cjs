'use strict';

/*
 * The driver. It runs in a worker thread: reads frames from the host, has the main thread run cells, answers.
 */
const { receiveMessageOnPort, workerData } = require('node:worker_threads');
const { SIGNAL_ANSWER } = require('../shared.cjs');
const { createCells } = require('./cells.cjs');
const { openChannel } = require('./channel.cjs');
const { createInput } = require('./input.cjs');
const { createDisplays } = require('./displays.cjs');
const { createQuestions } = require('./questions/main.cjs');
const { createScope } = require('./scope.cjs');
const { createDump } = require('./state/dump.cjs');
const { createLoad } = require('./state/load.cjs');
const { attachToMainThread } = require('./main-thread.cjs');
const { openMarks } = require('./marks.cjs');

const PROTOCOL = 1;

const { shared, port, extension, modules, memoryBytes } = workerData;
const mainThread = attachToMainThread();

function handle(message) {
  onMessage[message.type](message);
}

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
  const input = createInput({ mainThread, channel, port, shared });
  const drain = () => {
    for (let received; (received = receiveMessageOnPort(port));) handle(received.message);
  };
  const scope = createScope(mainThread);
  const questions = createQuestions({ scope, channel, modules });
  const { dump, after, onState } = createDump({ mainThread, scope, channel, drain, memoryBytes });
  const cells = createCells({
    mainThread,
    scope,
    marks,
    channel,
    input,
    drain,
    shared,
    extension,
    quit,
  });

  const onFrame = {
    hello({ cwd, environment }) {
      mainThread.call('setUp', [{ value: cwd }, { value: environment }], (error, answer) => {
        const failure = answer?.exceptionDetails?.exception;
        if (failure !== undefined) channel.send({ type: 'log', message: failure.description });
      });
    },
    execute: (frame) => after(() => cells.execute(frame)),
    ...questions,
    dump,
    ...createLoad({ mainThread, channel, port }),
    'input-reply': input.replied,
    interrupt: ({ id }) => cells.interrupt(id),
    shutdown: quit,
  };
  onMessage = {
    ...createDisplays({ channel, shared }),
    state: onState,
    exit: cells.exited,
    input: input.requested,
    signal: onSignal,
  };

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
port.on('message', handle);

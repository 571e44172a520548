'use strict';

const { PARKED } = require('../shared.cjs');

const { wait } = Atomics;

/**
 * Makes `process.exit` end the cell instead of the process: the control thread is told, and this thread waits for it
 * to terminate whatever is running here. Nothing behind the call runs, as at a real exit, and variables stay.
 */
function leaveInsteadOfExit({ shared, turn, tell }) {
  const emit = process.emit.bind(process);

  const leave = (code) => {
    tell({ type: 'exit', code, cell: turn.begun });
    for (;;) wait(shared, PARKED, 0);
  };

  process.exit = function exit(code) {
    // The setter checks the code as Node does.
    if (arguments.length > 0) process.exitCode = code;
    const status = Number(process.exitCode ?? 0) & 0xff;
    process.exitCode = undefined;
    emit('exit', status);
    leave(status);
  };
  process.reallyExit = (code) => leave(Number(code ?? 0) & 0xff);
}

module.exports = { leaveInsteadOfExit };

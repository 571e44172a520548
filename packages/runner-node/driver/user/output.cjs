'use strict';

const { Console } = require('node:console');

/**
 * Node writes to pipes without waiting, and what does not fit is still in memory when the process is stopped in a loop
 * or ended. Blocking descriptors are also what child processes expect to inherit.
 */
function useBlockingOutput() {
  for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);
}

/**
 * While an inspector is attached, the global console hands it the arguments of each call, which the inspector keeps
 * (up to a thousand calls) and takes a stack trace for. A console of one's own writes alone, at twice the speed.
 */
function useConsoleOfNode() {
  const plain = new Console({ stdout: process.stdout, stderr: process.stderr });
  Object.defineProperties(plain, {
    _stdout: { get: () => process.stdout },
    _stderr: { get: () => process.stderr },
  });
  for (const [name, method] of Object.entries(plain)) {
    if (typeof method === 'function') console[name] = method;
  }
}

module.exports = { useBlockingOutput, useConsoleOfNode };

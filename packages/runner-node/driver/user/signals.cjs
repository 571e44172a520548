'use strict';

const { SIGNAL_ANSWER } = require('../shared.cjs');

const { wait } = Atomics;
/** No error of the system has this number. */
const NONE_YET = 1;

/**
 * Before Node sends itself a signal that may be its end, it takes apart what the inspector works on, and says so on
 * stderr. Sent by the control thread, the signal just arrives.
 */
function sendOwnSignalsFromOutside({ shared, tell }) {
  const native = process._kill;
  const { pid: own } = process;
  const isOwn = (pid) => pid === own || pid === 0 || pid === -1 || pid === -own;

  process._kill = (pid, signal) => {
    if (signal === 0 || !isOwn(pid)) return native(pid, signal);
    shared[SIGNAL_ANSWER] = NONE_YET;
    tell({ type: 'signal', pid, signal });
    while (shared[SIGNAL_ANSWER] === NONE_YET) wait(shared, SIGNAL_ANSWER, NONE_YET);
    return shared[SIGNAL_ANSWER];
  };
}

module.exports = { sendOwnSignalsFromOutside };

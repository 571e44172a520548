'use strict';

/** Node's own record of asynchronous contexts, where this version lets it be seen (up to Node 22). */
function bindingOfAsyncHooks() {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    return process.binding('async_wrap');
  } catch {
    return undefined;
  } finally {
    process.noDeprecation = noDeprecation;
  }
}

/**
 * Node checks that its stack of asynchronous contexts is empty after each callback, and aborts when it is not, which
 * it is not after a termination. While one is under way this takes the reasons to check away, and then has the stack
 * cleared.
 */
function createAsyncContexts(uncaught) {
  const binding = bindingOfAsyncHooks();
  const fields = binding?.async_hook_fields ?? [];
  const { kCheck, kTotals } = binding?.constants ?? {};
  let checks = 0;
  let totals = 0;

  return {
    beforeTermination() {
      uncaught.mute();
      checks = fields[kCheck];
      totals = fields[kTotals];
      fields[kCheck] = 0;
      fields[kTotals] = 0;
    },
    afterTermination() {
      uncaught.unmute();
      fields[kCheck] = checks;
      fields[kTotals] = totals;
    },
  };
}

module.exports = { createAsyncContexts };

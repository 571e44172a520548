'use strict';

const { violation } = require('./violations.cjs');

/** Members of `process` that lead past the modules of strict mode, by rule. Those that a version lacks stay away. */
const WITHHELD = {
  __proto__: null,
  'javascript/native-code': ['_linkedBinding', 'binding', 'dlopen'],
  'javascript/runtime-internals': [
    ...['_debugEnd', '_debugProcess', '_getActiveHandles', '_getActiveRequests', '_kill'],
    ...['_startProfilerIdleNotifier', '_stopProfilerIdleNotifier', 'execve', 'initgroups', 'kill'],
    ...['loadEnvFile', 'mainModule', 'moduleLoadList', 'openStdin', 'reallyExit'],
    ...['setSourceMapsEnabled', 'setegid', 'seteuid', 'setgid', 'setgroups', 'setuid'],
  ],
};

const { defineProperty, hasOwn } = Object;

function withhold(object, path, name, rule) {
  defineProperty(object, name, {
    configurable: true,
    enumerable: false,
    get() {
      throw violation(rule, `${path}.${name}`);
    },
    set(value) {
      defineProperty(object, name, { value, configurable: true, writable: true });
    },
  });
}

/** @param builtin gives a module of the list */
function withholdProcessMembers(builtin) {
  for (const rule of Object.keys(WITHHELD)) {
    for (const name of WITHHELD[rule])
      if (hasOwn(process, name)) withhold(process, 'process', name, rule);
  }
  // Node itself looks at `process.report` when an error is caught by nothing.
  for (const name of ['getReport', 'writeReport']) {
    withhold(process.report, 'process.report', name, 'javascript/runtime-internals');
  }
  if (hasOwn(process, 'getBuiltinModule')) process.getBuiltinModule = builtin;
}

module.exports = { withholdProcessMembers };

'use strict';

/*
 * What node is started with. User code runs on this thread, the driver on another: the control thread reads the
 * protocol and runs cells here through the inspector, so that nothing user code does or breaks here can reach it.
 */
const { join } = require('node:path');
const { getHeapStatistics } = require('node:v8');
const { MessageChannel, Worker } = require('node:worker_threads');
const { createShared } = require('./shared.cjs');
const { createAsyncContexts } = require('./user/async-contexts.cjs');
const { useConsoleOfNode, useDirectOutput } = require('./user/output.cjs');
const { breath, createTurn } = require('./user/turn.cjs');
const { defineDisplay } = require('./user/display/main.cjs');
const { readFromHost } = require('./user/input/main.cjs');
const { createState } = require('./user/state/main.cjs');
const { createRoots } = require('./user/state/roots.cjs');
const { createNames } = require('./user/names.cjs');
const { createQuestions } = require('./user/questions/main.cjs');
const { createScope } = require('./user/scope.cjs');
const { defineGlobals, hideDriver, setUp } = require('./user/globals.cjs');
const { createDescriber } = require('./user/thrown.cjs');
const { createRenderer } = require('./user/rendering.cjs');
const { report, reportUncaught } = require('./user/uncaught.cjs');
const { useProxyOfSandbox } = require('./user/proxy.cjs');
const { sendOwnSignalsFromOutside } = require('./user/signals.cjs');
const { leaveInsteadOfExit } = require('./user/exit.cjs');

/** How long timers last at most; this one only keeps the event loop from ending. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What strict mode has besides; no other waits for it to load. */
function loadFence() {
  const { fence } = require('./user/strict/main.cjs');
  return fence;
}

const [, , extension, mode, ...modules] = process.argv;
const strict = mode === 'strict' ? loadFence() : null;
const quit = process.reallyExit.bind(process);
const shared = createShared();
const { port1, port2 } = new MessageChannel();
const control = new Worker(join(__dirname, 'control/main.cjs'), {
  workerData: {
    shared,
    port: port2,
    extension,
    modules: strict === null ? null : modules,
    memoryBytes: getHeapStatistics().heap_size_limit,
  },
  transferList: [port2],
  // The control thread closes descriptors 3 and 4, which it did not open.
  trackUnmanagedFds: false,
});
control.on('error', report);
control.on('exit', () => quit(70));
control.unref();
setInterval(() => undefined, LONGEST_TIMER_MS);

const turn = createTurn(shared);
strict?.usePlainStreams();
useDirectOutput();
useConsoleOfNode();
useProxyOfSandbox();
const asyncContexts = createAsyncContexts(reportUncaught());
const tell = port1.postMessage.bind(port1);
leaveInsteadOfExit({ shared, turn, tell });
sendOwnSignalsFromOutside({ shared, tell });
const input = readFromHost({ shared, port: port1, tell, turn, files: strict === null });
const roots = createRoots();
const scope = strict?.createStrictScope(modules, roots) ?? createScope(roots);
const isBuiltinModule = defineGlobals(scope);
const { showResult } = defineDisplay({ shared, tell });

/** What code of cells is given by the control thread and by the host's rewriting; the name is part of no contract. */
Object.defineProperty(globalThis, '__repltool', {
  value: Object.freeze(
    Object.defineProperties(
      { __proto__: null, then: turn.then },
      Object.getOwnPropertyDescriptors(scope.forCells),
    ),
  ),
});
const names = createNames(isBuiltinModule, roots);
const questions = createQuestions(names);
const state = createState({
  names,
  roots,
  load: { require: scope.require, import: scope.forCells.import },
  port: port1,
  tell,
});
/** Taken, and removed, by the control thread before any user code runs. */
Object.defineProperty(globalThis, '__repltool_hooks', {
  configurable: true,
  value: Object.freeze({
    __proto__: null,
    turn,
    breath,
    render: createRenderer(showResult),
    describeThrown: createDescriber(strict?.violationMessage),
    setUp(directory, variables) {
      setUp(directory, variables);
      state.environmentBegins();
    },
    ...input,
    ...questions,
    ...state,
    ...asyncContexts,
  }),
});
hideDriver();
roots.addGlobals();
strict?.withholdProcessMembers(scope.builtin);
tell({ type: 'prepared' });

'use strict';

const { Session } = require('node:inspector');

/** Takes the functions that user/ prepared, and leaves no way to them. */
const TAKE_HOOKS =
  '(() => { const hooks = globalThis.__repltool_hooks; delete globalThis.__repltool_hooks; return hooks; })()';

const CELL_GROUP = 'cell';

/**
 * Calls of hooks, by the source that the inspector runs on the main thread. Those that may run code of the user's
 * begin a turn of their own, so that they can be stopped like a cell. Their code is strict: of other functions a stack
 * trace shows user code the function itself, and what it is called on.
 */
const CALLS = {
  render: 'async function (value) { "use strict"; await this.turn; return this.render(value); }',
  describeThrown:
    'async function (thrown) { "use strict"; await this.turn; return this.describeThrown(thrown); }',
  setUp: 'function (directory, variables) { this.setUp(directory, variables); }',
  answerInput: 'function (request, text) { this.answerInput(request, text); }',
  abandonInput: 'function () { this.abandonInput(); }',
  ping: 'function () {}',
  breathe: 'async function () { await this.breath; }',
  beforeTermination: 'function () { this.beforeTermination(); }',
  afterTermination: 'function () { this.afterTermination(); }',
};

/** The main thread, as the control thread drives it: through the inspector, without trusting anything in it. */
function attachToMainThread() {
  const session = new Session();
  session.connectToMainThread();
  let hooks;

  const call = (name, args, onAnswer) =>
    session.post(
      'Runtime.callFunctionOn',
      {
        objectId: hooks,
        // Named, so that its frames can be told from the user's.
        functionDeclaration: `${CALLS[name]}\n//# sourceURL=__repltool\n`,
        arguments: args,
        awaitPromise: CALLS[name].startsWith('async'),
        returnByValue: true,
        objectGroup: CELL_GROUP,
      },
      onAnswer,
    );

  return {
    /** Resolves when the main thread has prepared itself. */
    takeHooks(onTaken) {
      session.post(
        'Runtime.evaluate',
        { expression: TAKE_HOOKS, objectGroup: 'driver' },
        (error, answer) => {
          if (error) throw error;
          hooks = answer.result.objectId;
          onTaken();
        },
      );
    },
    /** Runs the source of a cell as a REPL does; the answer never comes when the cell is terminated. */
    evaluate(expression, onAnswer) {
      session.post(
        'Runtime.evaluate',
        { expression, replMode: true, awaitPromise: true, objectGroup: CELL_GROUP },
        onAnswer,
      );
    },
    /** Calls a hook with remote objects or, as `{ value }`, with data. */
    call,
    /** Lets go of every value of the cells so far. */
    release() {
      session.post('Runtime.releaseObjectGroup', { objectGroup: CELL_GROUP });
    },
    /** Ends what runs on the main thread, in the middle of anything; `onDone` is called when it has. */
    terminate(onDone) {
      call('beforeTermination', []);
      session.post('Runtime.terminateExecution', () => call('afterTermination', [], onDone));
    },
  };
}

module.exports = { attachToMainThread };

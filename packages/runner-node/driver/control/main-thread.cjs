'use strict';

const { Session } = require('node:inspector');
const { createStateCalls } = require('./state/calls.cjs');

/** Takes the functions that user/ prepared, and leaves no way to them. */
const TAKE_HOOKS =
  '(() => { const hooks = globalThis.__repltool_hooks; delete globalThis.__repltool_hooks; return hooks; })()';

const CELL_GROUP = 'cell';
const QUESTION_GROUP = 'question';
const STATE_GROUP = 'state';

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
  unknownFunctions: 'function () { return this.unknownFunctions(); }',
  judgeFunctions: 'function (names) { this.judgeFunctions(names); }',
  beginLoad: 'async function () { return await this.beginLoad(); }',
  adoptFunction: 'function (index, made, isMember) { this.adoptFunction(index, made, isMember); }',
  makeValue: 'function (index) { return this.makeValue(index); }',
  endLoad: 'function () { this.endLoad(); }',
  ping: 'function () {}',
  breathe: 'async function () { await this.breath; }',
  beforeTermination: 'function () { this.beforeTermination(); }',
  afterTermination: 'function () { this.afterTermination(); }',
};

/** Calls with what `scope.cjs` gathers; they run nothing of the user's. */
const callWithScope = (hook, lexical) =>
  `function (reads, code, first, second) { "use strict"; return this.${hook}({ lexical: ${JSON.stringify(lexical)}, reads, code }, first, second); }`;

/** Functions that read the names; the arrow itself has no name that user code could have taken. */
const readsOf = (names) => `[${names.map((name) => `() => ${name}`).join(', ')}]`;
const assignsOf = (names) => `[${names.map((name) => `() => { ${name} = ${name}; }`).join(', ')}]`;

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

  const post = (method, parameters, onAnswer) =>
    session.post(method, { objectGroup: STATE_GROUP, ...parameters }, onAnswer);
  const hasFailed = (error, answer) => error || answer.exceptionDetails !== undefined;

  return {
    ...createStateCalls({ post, call, hasFailed }),
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
    /** Runs the driver's own code in the scope of the cells, and gives its value. */
    evaluateQuietly(expression, onValue) {
      session.post(
        'Runtime.evaluate',
        { expression, silent: true, objectGroup: QUESTION_GROUP },
        (error, answer) => onValue(error ? undefined : answer.result.value),
      );
    },
    /** Calls a hook with remote objects or, as `{ value }`, with data. */
    call,
    /** Gives the ids of the elements of what a hook returns. */
    elementsOf(name, onElements) {
      const functionDeclaration = `${CALLS[name]}\n//# sourceURL=__repltool\n`;
      post('Runtime.callFunctionOn', { objectId: hooks, functionDeclaration }, (error, answer) => {
        if (hasFailed(error, answer)) return onElements([]);
        post(
          'Runtime.getProperties',
          { objectId: answer.result.objectId, ownProperties: true },
          (failure, elements) =>
            onElements(
              (elements?.result ?? []).flatMap(({ name: key, value }) =>
                /^\d+$/.test(key) && value?.objectId !== undefined ? [value.objectId] : [],
              ),
            ),
        );
      });
    },
    /** Names of `let`, `const` and classes at the top level of cells. */
    lexicalNames(onNames) {
      session.post('Runtime.globalLexicalScopeNames', {}, (error, answer) =>
        onNames(error ? [] : answer.names),
      );
    },
    /** Calls a hook with the scope of the cells and up to two further values. */
    callWithScope(hook, { lexical, assigning }, data, onAnswer) {
      const reads = readsOf(lexical);
      const expression = `${assigning ? `[${reads}, ${assignsOf(lexical)}]` : reads}\n//# sourceURL=__repltool\n`;
      session.post(
        'Runtime.evaluate',
        { expression, objectGroup: QUESTION_GROUP },
        (error, evaluated) => {
          if (error) return onAnswer(error);
          session.post(
            'Runtime.callFunctionOn',
            {
              objectId: hooks,
              functionDeclaration: `${callWithScope(hook, lexical)}\n//# sourceURL=__repltool\n`,
              arguments: [
                { objectId: evaluated.result.objectId },
                ...data.map((value) => ({ value })),
              ],
              returnByValue: true,
            },
            (failure, answer) => {
              session.post('Runtime.releaseObjectGroup', { objectGroup: QUESTION_GROUP });
              onAnswer(failure, answer);
            },
          );
        },
      );
    },
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

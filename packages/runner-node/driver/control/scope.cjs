'use strict';

/** Code of cells that nobody has asked about yet, in characters. */
const MAX_CODE = 256 * 1024;

/** What cells have defined, as the main thread can read it. */
function createScope(mainThread) {
  let code = '';

  const ask = (hook, data, assigning, onAnswer) => {
    mainThread.lexicalNames((lexical) => {
      const recent = code;
      code = '';
      const known = { lexical, assigning };
      mainThread.callWithScope(hook, known, [recent, ...data], (error, answer) => {
        onAnswer(error || answer.exceptionDetails ? undefined : answer.result.value);
      });
    });
  };

  return {
    /** A cell is about to run. */
    remember(source) {
      if (code.length + source.length <= MAX_CODE) code += `${source}\n`;
    },
    /**
     * Calls a hook with `{ lexical, reads, code }` and further data.
     * @param onAnswer gets its answer, or undefined
     */
    ask(hook, data, onAnswer) {
      ask(hook, data, false, onAnswer);
    },
    /** The same; `reads` is a pair, with functions that assign its own value to each name. */
    askToAssign(hook, data, onAnswer) {
      ask(hook, data, true, onAnswer);
    },
  };
}

module.exports = { createScope };

'use strict';

const DECLARES = /\b(?:const|let|class)\b/;

/** Tells of each name whether its declaration has been run. */
const probeOf = (names) =>
  `[${names.map((name) => `(() => { try { ${name}; return 1; } catch { return 0; } })()`)}].join('')\n//# sourceURL=__repltool\n`;

/**
 * Gives the names a value that a cell declares behind the place where it has thrown: without one they could neither be
 * read nor declared again.
 */
function finishDeclarations(mainThread, code, onDone) {
  if (!DECLARES.test(code)) return onDone();
  mainThread.lexicalNames((names) => {
    mainThread.evaluateQuietly(probeOf(names), (probed) => {
      const unfinished = names.filter((_, index) => probed?.[index] === '0');
      const finishNext = () => {
        const name = unfinished.pop();
        if (name === undefined) return onDone();
        mainThread.evaluate(`let ${name};`, (error, answer) => {
          if (!error && answer.exceptionDetails === undefined) return finishNext();
          mainThread.evaluate(`const ${name} = undefined;`, finishNext);
        });
      };
      finishNext();
    });
  });
}

module.exports = { finishDeclarations };

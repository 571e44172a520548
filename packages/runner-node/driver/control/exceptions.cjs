'use strict';

const { CELL_PREFIX } = require('../frames.cjs');
const { cutText } = require('../values.cjs');
const { columnAsWritten } = require('./cell-text.cjs');

/** Cells are kept for tracebacks as long as their code is little, in characters. */
const MAX_KEPT_SOURCE = 1024 * 1024;

/** Makes the exceptions of results, with the lines of the cells that they name. */
function createExceptions() {
  const cells = new Map();
  let kept = 0;

  const lineOf = (text, line) => text?.split('\n')[line - 1];

  /** As Node heads an error that nothing caught: the place, the line, a caret. Empty when the line is not known. */
  const heading = (name, line, column) => {
    const text = lineOf(cells.get(name)?.source, line);
    if (text === undefined) return [];
    const written = columnAsWritten(column, lineOf(cells.get(name).code, line) ?? '', text);
    return [`${name}:${line}`, text, `${' '.repeat(Math.max(0, written - 1))}^`, ''];
  };

  return {
    /** @param cell the code that runs, and the source that the user has written */
    remember(name, cell) {
      cells.set(name, cell);
      kept += cell.code.length;
      for (const [oldest, { code }] of cells) {
        if (kept <= MAX_KEPT_SOURCE || oldest === name) break;
        cells.delete(oldest);
        kept -= code.length;
      }
    },

    /** A cell that did not compile; nothing of it ran. */
    ofSyntax(name, { exception, lineNumber, columnNumber }) {
      const message = exception.description.replace(/^SyntaxError: /, '');
      const lines = (cells.get(name)?.code ?? '').split('\n');
      const beyond = lineNumber >= lines.length;
      const line = beyond ? lines.length : lineNumber + 1;
      const shift = lineNumber === 0 ? CELL_PREFIX.length : 0;
      const column = beyond ? lines[line - 1].length + 1 : Math.max(1, columnNumber - shift + 1);
      return {
        name: 'SyntaxError',
        message,
        traceback: [...heading(name, line, column), `SyntaxError: ${message}`],
      };
    },

    /** What a cell threw, as the main thread describes it. */
    ofThrown(errorName, message, text) {
      if (errorName === null) {
        return {
          name: 'Uncaught',
          message: cutText(message),
          traceback: [`Uncaught ${cutText(text)}`],
        };
      }
      const place = /\b(cell-\d+\.[a-z]+):(\d+):(\d+)/.exec(text);
      const head = place === null ? [] : heading(place[1], Number(place[2]), Number(place[3]));
      return {
        name: cutText(errorName),
        message: cutText(message),
        traceback: [...head, ...cutText(text).split('\n')],
      };
    },

    /** Something thrown that the main thread could not describe: its own getters threw, say. */
    ofUnknown({ exception, text }) {
      const description = cutText(exception?.description ?? String(exception?.value ?? text));
      const [message] = description.split('\n');
      return { name: exception?.className ?? 'Uncaught', message, traceback: [message] };
    },
  };
}

module.exports = { createExceptions };

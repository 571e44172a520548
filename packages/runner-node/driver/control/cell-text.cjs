'use strict';

/** First character of a cell that comes as JSON: the code to run, and what the user has written. */
const REWRITTEN = '\x01';

function readCellText(text) {
  const [code, source] = text.startsWith(REWRITTEN) ? JSON.parse(text.slice(1)) : [text, text];
  return { code, source };
}

/** Where a column of a line that ran is in the line as the user wrote it; at the start of the rewritten part within that. */
function columnAsWritten(column, ran, written) {
  const shorter = Math.min(ran.length, written.length);
  let start = 0;
  while (start < shorter && ran[start] === written[start]) start += 1;
  if (column <= start + 1) return column;
  let end = 0;
  while (end < shorter - start && ran.at(-1 - end) === written.at(-1 - end)) end += 1;
  const behind = column - 1 >= ran.length - end;
  return behind ? column + written.length - ran.length : start + 1;
}

module.exports = { columnAsWritten, readCellText };

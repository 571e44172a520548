'use strict';

const { reopen, writeAll } = require('./descriptors.cjs');

/** Writes the marks around a cell to stdout and stderr, on descriptors of the driver's own. */
function openMarks() {
  const streams = [reopen(1, 'w'), reopen(2, 'w')];

  const write = (boundary, bracket) => {
    const mark = Buffer.from(`\x1e${boundary}${bracket}\x1e`, 'latin1');
    for (const fd of streams) writeAll(fd, mark);
  };

  return {
    open: (boundary) => write(boundary, '['),
    close: (boundary) => write(boundary, ']'),
    /** Writes to stderr what the driver itself has to say to the user. */
    note: (text) => writeAll(streams[1], Buffer.from(`${text}\n`)),
  };
}

module.exports = { openMarks };

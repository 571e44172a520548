'use strict';

const { closeSync, openSync, writeSync } = require('node:fs');

/**
 * Opens a descriptor once more, close-on-exec and out of the reach of code that counts on the usual numbers. Only
 * pipes and files can be; a socket stays where it is.
 */
function reopen(fd, flags) {
  try {
    return openSync(`/proc/self/fd/${fd}`, flags);
  } catch {
    return fd;
  }
}

/** Moves the protocol's descriptor away, so that 3 and 4 are free for whoever opens a file next. */
function takeAway(fd, flags) {
  const moved = reopen(fd, flags);
  if (moved !== fd) closeSync(fd);
  return moved;
}

/** Writes all of it, however often the kernel takes only a part or, of a non-blocking descriptor, nothing yet. */
function writeAll(fd, bytes) {
  for (let start = 0; start < bytes.length;) {
    try {
      start += writeSync(fd, bytes, start);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

module.exports = { reopen, takeAway, writeAll };

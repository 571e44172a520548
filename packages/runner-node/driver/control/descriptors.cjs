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

/**
 * Moves descriptors away and leaves something at their numbers that does no harm, so that neither user code nor Node
 * itself has anything there which the other could close.
 *
 * @param wanted pairs of a descriptor and the flags to open it with
 */
function takeAway(wanted) {
  // All are opened before one is closed, or the next would be given its number.
  const moved = wanted.map(([fd, flags]) => reopen(fd, flags));
  wanted.forEach(([fd], index) => {
    if (moved[index] === fd) return;
    closeSync(fd);
    openSync('/dev/null', 'r');
  });
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

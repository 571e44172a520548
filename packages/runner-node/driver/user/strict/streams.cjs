'use strict';

const { Writable } = require('node:stream');
const { writeAll } = require('../output.cjs');

function define(name, stream, fd) {
  stream.fd = fd;
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value: stream });
}

function output(fd) {
  return new Writable({
    write(chunk, _encoding, done) {
      writeAll(fd, chunk);
      done();
    },
  });
}

/** Puts plain streams in the place of Node's own for output, whose classes open files and sockets. */
function usePlainStreams() {
  define('stdout', output(1), 1);
  define('stderr', output(2), 2);
}

module.exports = { usePlainStreams };

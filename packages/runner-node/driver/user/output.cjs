'use strict';

const { Console } = require('node:console');
const { writeSync } = require('node:fs');

const { from, isEncoding } = Buffer;
const { isView } = ArrayBuffer;
const { nextTick } = process;

const lastIndexOf = Function.prototype.call.bind(String.prototype.lastIndexOf);
const slice = Function.prototype.call.bind(String.prototype.slice);
const MAX_PROMPT = 1024;
let lastWritten = '';

/** What stands behind the last line break on stdout, as far as one call has written it; told once. */
function promptOf() {
  const prompt = slice(lastWritten, lastIndexOf(lastWritten, '\n') + 1);
  lastWritten = '';
  return prompt;
}

/** All of it, whatever the state of a descriptor that child processes share. */
function writeAll(fd, bytes) {
  for (let start = 0; start < bytes.length;) {
    try {
      start += writeSync(fd, bytes, start);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

/**
 * A `write` without state of its own. Node's waits for nothing, so that what does not fit into the pipe is lost with
 * the process; and a termination in the middle of it leaves the stream waiting for ever.
 */
function writeOf(stream, fd) {
  return function write(chunk, encoding, callback) {
    const done = typeof encoding === 'function' ? encoding : callback;
    let failure = null;
    if (fd === 1)
      lastWritten = typeof chunk === 'string' && chunk.length <= MAX_PROMPT ? chunk : '';
    try {
      const bytes = isView(chunk) ? chunk : from(chunk, isEncoding(encoding) ? encoding : 'utf8');
      writeAll(fd, bytes);
    } catch (error) {
      failure = error;
    }
    if (typeof done === 'function') nextTick(done, failure);
    else if (failure !== null) stream.emit('error', failure);
    return true;
  };
}

/** Makes what user code writes leave at once and whole. */
function useDirectOutput() {
  for (const [stream, fd] of [
    [process.stdout, 1],
    [process.stderr, 2],
  ]) {
    // Child processes inherit the descriptor, and expect it to block.
    stream._handle?.setBlocking?.(true);
    Object.defineProperty(stream, 'write', {
      configurable: true,
      writable: true,
      value: writeOf(stream, fd),
    });
  }
}

/**
 * While an inspector is attached, the global console hands it the arguments of each call, which the inspector keeps
 * (up to a thousand calls) and takes a stack trace for. A console of one's own writes alone, in a fraction of the time.
 */
function useConsoleOfNode() {
  const plain = new Console({ stdout: process.stdout, stderr: process.stderr });
  Object.defineProperties(plain, {
    _stdout: { get: () => process.stdout },
    _stderr: { get: () => process.stderr },
  });
  for (const [name, method] of Object.entries(plain)) {
    if (typeof method === 'function') console[name] = method;
  }
}

module.exports = { promptOf, useConsoleOfNode, useDirectOutput, writeAll };

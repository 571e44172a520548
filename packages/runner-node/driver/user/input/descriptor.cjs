'use strict';

const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const STDIN = 0;
const { from } = Buffer;
const { isView } = ArrayBuffer;

/** The beginning of a line that was longer than the buffer it was asked for, waits here. */
function createLineReader(askAndWait) {
  let rest = null;
  return {
    next(length) {
      if (rest === null) {
        const text = askAndWait();
        if (text === null) return null;
        rest = from(text);
      }
      const bytes = rest.subarray(0, length);
      rest = bytes.length < rest.length ? rest.subarray(bytes.length) : null;
      return bytes;
    },
    all() {
      const parts = [];
      for (let bytes = this.next(Infinity); bytes !== null; bytes = this.next(Infinity)) {
        parts[parts.length] = bytes;
      }
      return Buffer.concat(parts);
    },
  };
}

/** `readSync(fd, buffer, offset, length)` and `readSync(fd, buffer, { offset, length })` */
function rangeOf(buffer, offset, length) {
  const options = typeof offset === 'object' && offset !== null ? offset : { offset, length };
  const start = options.offset ?? 0;
  return [start, Math.min(options.length ?? Infinity, buffer.byteLength - start)];
}

/** Has synchronous reads of descriptor 0 ask the host, as long as no other file is there. */
function readDescriptorFromHost({ askAndWait }) {
  const { readSync, readFileSync, fstatSync } = fs;
  const reader = createLineReader(askAndWait);
  const original = fstatSync(STDIN, { bigint: true });
  const isStdin = (file) => {
    if (file !== STDIN && file !== '/dev/stdin') return false;
    const { dev, ino } = fstatSync(STDIN, { bigint: true });
    return dev === original.dev && ino === original.ino;
  };

  fs.readSync = function (fd, buffer, offset, length, position) {
    if (fd !== STDIN || !isView(buffer) || !isStdin(fd)) {
      return readSync(fd, buffer, offset, length, position);
    }
    const [start, room] = rangeOf(buffer, offset, length);
    const bytes = reader.next(room);
    if (bytes === null) return 0;
    new Uint8Array(buffer.buffer, buffer.byteOffset + start, bytes.length).set(bytes);
    return bytes.length;
  };
  fs.readFileSync = function (file, options) {
    if ((file !== STDIN && file !== '/dev/stdin') || !isStdin(file)) {
      return readFileSync(file, options);
    }
    const encoding = typeof options === 'string' ? options : options?.encoding;
    const bytes = reader.all();
    return encoding ? bytes.toString(encoding) : bytes;
  };
  for (const [name, native] of Object.entries({ readSync, readFileSync })) {
    Object.defineProperty(fs[name], 'name', { value: native.name });
  }
  syncBuiltinESMExports();
}

module.exports = { readDescriptorFromHost };

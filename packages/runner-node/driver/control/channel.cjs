'use strict';

const { Socket } = require('node:net');
const { StringDecoder } = require('node:string_decoder');
const { takeAway, writeAll } = require('./descriptors.cjs');

const FROM_HOST = 3;
const TO_HOST = 4;

/** The protocol's pair of descriptors: JSON frames, one a line. `onEnd` is called when the host is gone. */
function openChannel({ onFrame, onEnd }) {
  const [fromHost, output] = takeAway([
    [FROM_HOST, 'r'],
    [TO_HOST, 'w'],
  ]);
  const input = new Socket({ fd: fromHost, readable: true, writable: false });
  const decoder = new StringDecoder('utf8');
  let pending = '';

  input.on('data', (chunk) => {
    pending += decoder.write(chunk);
    for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      onFrame(JSON.parse(line));
    }
  });
  input.on('error', onEnd);
  input.on('close', onEnd);

  return {
    send(frame) {
      writeAll(output, Buffer.from(`${JSON.stringify(frame)}\n`));
    },
  };
}

module.exports = { openChannel };

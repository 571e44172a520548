import { expect, test } from 'vitest';
import { fieldCodec } from './field-codec.ts';
import { jsonCodec } from './json-codec.ts';

const SIZE = 4_000_000;
const HALF = 'x'.repeat(SIZE / 2);

test.each([
  ['fields', fieldCodec, `log ${SIZE}\n`, '\n'],
  ['json', jsonCodec, '{"type":"log","message":"', '"}\n'],
])(
  'a frame that trickles in costs the host little and comes whole: %s',
  (_what, codec, head, tail) => {
    const frames: unknown[] = [];
    const decoder = codec.createDecoder((frame) => frames.push(frame));
    decoder.push(Buffer.from(head + HALF));
    const begin = performance.now();
    for (let count = 0; count < 10_000; count += 1) decoder.push(Buffer.from('x'));
    // Copying what waits for each byte that comes takes more than ten seconds.
    expect(performance.now() - begin).toBeLessThan(3000);
    decoder.push(Buffer.from(HALF.slice(10_000) + tail));
    expect(frames).toEqual([{ type: 'log', message: HALF + HALF }]);
  },
);

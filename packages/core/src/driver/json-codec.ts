import { ProtocolViolation, type FrameCodec } from './codec.ts';
import { MAX_FRAME_BYTES } from './frames.ts';

const NEWLINE = 0x0a;

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch (cause) {
    throw new ProtocolViolation('The driver sent a line that is not JSON.', { cause });
  }
}

/** One JSON object a line. */
export const jsonCodec: FrameCodec = {
  encode: (frame) => Buffer.from(`${JSON.stringify(frame)}\n`, 'utf8'),

  createDecoder(onFrame) {
    let pieces: Buffer[] = [];
    let pendingBytes = 0;
    return {
      push(chunk) {
        let start = 0;
        for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
          const piece = chunk.subarray(start, end);
          const line = pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]);
          pieces = [];
          pendingBytes = 0;
          start = end + 1;
          if (line.length > MAX_FRAME_BYTES) break;
          onFrame(parseLine(line));
        }
        const rest = chunk.subarray(start);
        if (rest.length > 0) {
          pieces.push(rest);
          pendingBytes += rest.length;
        }
        if (pendingBytes > MAX_FRAME_BYTES) {
          throw new ProtocolViolation(`The driver sent a frame of over ${MAX_FRAME_BYTES} bytes.`);
        }
      },
    };
  },
};

import { ProtocolViolation, type FrameCodec } from './codec.ts';
import { MAX_FRAME_BYTES } from './frames.ts';
import { PendingBytes } from './pending.ts';

const NEWLINE = 0x0a;

const SURROGATE = /\\u[dD][89a-fA-F]/;
/** An escaped pair of surrogates, one by itself, or any other escape. */
const ESCAPES =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/g;
const LONE_LENGTH = String.raw`\ud800`.length;

/** JSON with U+FFFD in place of each lone surrogate, which many a reader of JSON takes for no text at all. */
function toWellFormed(json: string): string {
  if (!SURROGATE.test(json)) return json;
  return json.replace(ESCAPES, (escape) =>
    escape.length === LONE_LENGTH ? String.raw`\ufffd` : escape,
  );
}

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(toWellFormed(line.toString('utf8')));
  } catch (cause) {
    throw new ProtocolViolation('The driver sent a line that is not JSON.', { cause });
  }
}

function tooLong(): ProtocolViolation {
  return new ProtocolViolation(`The driver sent a frame of over ${MAX_FRAME_BYTES} bytes.`);
}

/** One JSON object a line. */
export const jsonCodec: FrameCodec = {
  encode: (frame) => Buffer.from(`${JSON.stringify(frame)}\n`, 'utf8'),

  createDecoder(onFrame) {
    const pending = new PendingBytes();
    return {
      push(chunk) {
        let start = 0;
        for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
          pending.push(chunk.subarray(start, end));
          const line = pending.bytes;
          pending.drop(line.length);
          start = end + 1;
          if (line.length > MAX_FRAME_BYTES) throw tooLong();
          onFrame(parseLine(line));
        }
        pending.push(chunk.subarray(start));
        if (pending.length > MAX_FRAME_BYTES) throw tooLong();
      },
    };
  },
};

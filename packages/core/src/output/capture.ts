import { toText } from './text.ts';

const HEAD_SHARE = 0.4;

export interface CapturedText {
  readonly text: string;
  /** Set when not all was kept. */
  readonly cut: { readonly headBytes: number; readonly tailBytes: number } | null;
}

/** What one cell wrote to one stream: all of it up to a limit, beyond that the head (40 %) and the tail (60 %), with an exact count. */
export interface StreamCapture {
  readonly totalBytes: number;
  push(chunk: Buffer): void;
  /** The text, fitted into `budgetBytes`. */
  text(budgetBytes: number): CapturedText;
}

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/** `bytes` without a character that the cut at its end split. */
function trimEnd(bytes: Buffer): Buffer {
  let start = bytes.length;
  for (let back = 1; back <= 4 && start === bytes.length; back += 1) {
    const byte = bytes[bytes.length - back];
    if (byte === undefined || byte < 0x80) return bytes;
    if (!isContinuation(byte)) start = bytes.length - back;
  }
  const lead = bytes[start] ?? 0;
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return bytes.length - start < needed ? bytes.subarray(0, start) : bytes;
}

/** `bytes` without a character that the cut at its start split. */
function trimStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** @param limitBytes up to this much is kept whole */
export function createStreamCapture(limitBytes: number): StreamCapture {
  const headLimit = Math.floor(limitBytes * HEAD_SHARE);
  const tailLimit = limitBytes - headLimit;
  const head: Buffer[] = [];
  const tail: Buffer[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let total = 0;

  const pushTail = (chunk: Buffer): void => {
    const kept = chunk.length > tailLimit ? chunk.subarray(chunk.length - tailLimit) : chunk;
    tail.push(kept);
    tailBytes += kept.length;
    for (let first = tail[0]; first && tailBytes - first.length >= tailLimit; first = tail[0]) {
      tailBytes -= first.length;
      tail.shift();
    }
  };

  return {
    get totalBytes() {
      return total;
    },
    push(chunk) {
      total += chunk.length;
      const room = headLimit - headBytes;
      if (room > 0) {
        const part = chunk.subarray(0, room);
        head.push(part);
        headBytes += part.length;
        if (chunk.length > room) pushTail(chunk.subarray(room));
      } else {
        pushTail(chunk);
      }
    },
    text(budgetBytes) {
      const budget = Math.min(budgetBytes, limitBytes);
      if (total === 0) return { text: '', cut: null };
      if (total <= budget) return { text: toText(Buffer.concat([...head, ...tail])), cut: null };
      const headShare = Math.floor(budget * HEAD_SHARE);
      const start = trimEnd(Buffer.concat(head).subarray(0, headShare));
      const wholeTail = Buffer.concat(tail);
      const tailShare = Math.min(budget - headShare, wholeTail.length);
      const end = trimStart(wholeTail.subarray(wholeTail.length - tailShare));
      const omitted = total - start.length - end.length;
      return {
        text: `${toText(start)}\n[… ${omitted} bytes left out …]\n${toText(end)}`,
        cut: { headBytes: start.length, tailBytes: end.length },
      };
    },
  };
}

/** First and last byte of a mark: a control character that text does not hold. */
const MARK_BYTE = 0x1e;

/** Where in the life of a cell bytes were written: ahead of the expected cell, in it, or after the last one. */
export type CellPhase = 'before' | 'inside' | 'after';

export interface MarkScannerEvents {
  bytes(chunk: Buffer, phase: CellPhase): void;
  /** The opening mark of the expected cell has passed. */
  opened(): void;
  /** Its closing mark has passed. */
  closed(): void;
}

export interface MarkScanner {
  /** Awaits the marks of the next cell, made of its boundary. */
  expect(boundary: string): void;
  push(chunk: Buffer): void;
  /** Gives up waiting for marks and lets go of held-back bytes. */
  flush(): void;
}

function mark(boundary: string, bracket: '[' | ']'): Buffer {
  return Buffer.from(`\x1e${boundary}${bracket}\x1e`, 'latin1');
}

/** Length of the tail of `data` that may be the beginning of `wanted`. */
function partialLength(data: Buffer, wanted: Buffer): number {
  const start = data.lastIndexOf(MARK_BYTE);
  if (start < 0 || data.length - start >= wanted.length) return 0;
  const tail = data.subarray(start);
  return tail.equals(wanted.subarray(0, tail.length)) ? tail.length : 0;
}

/** Splits one output stream of a driver at the marks around each cell (docs/driver-protocol.md), byte-exact, however it arrives in pieces. */
export function createMarkScanner(events: MarkScannerEvents): MarkScanner {
  let open: Buffer | undefined;
  let close: Buffer | undefined;
  let phase: CellPhase = 'after';
  let held: Buffer | undefined;

  const emit = (chunk: Buffer): void => {
    if (chunk.length > 0) events.bytes(chunk, phase);
  };

  return {
    expect(boundary) {
      open = mark(boundary, '[');
      close = mark(boundary, ']');
      phase = 'before';
    },
    push(chunk) {
      let data = held === undefined ? chunk : Buffer.concat([held, chunk]);
      held = undefined;
      for (;;) {
        const wanted = phase === 'inside' ? close : phase === 'before' ? open : undefined;
        if (wanted === undefined) return emit(data);
        const at = data.indexOf(wanted);
        if (at < 0) {
          const partial = partialLength(data, wanted);
          emit(data.subarray(0, data.length - partial));
          if (partial > 0) held = data.subarray(data.length - partial);
          return;
        }
        emit(data.subarray(0, at));
        data = data.subarray(at + wanted.length);
        phase = phase === 'before' ? 'inside' : 'after';
        if (phase === 'after') events.closed();
        else events.opened();
      }
    },
    flush() {
      if (held !== undefined) emit(held);
      held = undefined;
      phase = 'after';
    },
  };
}

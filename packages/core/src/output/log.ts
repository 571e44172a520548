import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { OutputEvent, OutputPage } from '@repltool/protocol';
import { toText } from './text.ts';

export type OutputStream = OutputEvent['stream'];

/** While output keeps coming, it is gathered this long before it is passed on, so that a write a byte is not an event a byte. */
const GATHER_MS = 5;
const MAX_EVENT_CHARS = 65_536;
const STREAMS = ['stdout', 'stderr'] as const;

export interface OutputOrigin {
  readonly executionId: string | null;
  readonly late: boolean;
}

/**
 * Everything a session writes, in order and numbered: the memory of the last `capacityChars` characters, and the
 * source of every subscriber. Text is decoded as it arrives and never split inside a character.
 */
export interface OutputLog extends Disposable {
  append(stream: OutputStream, bytes: Buffer, origin: OutputOrigin): void;
  /** Ends the decoding of the current origin: half a character becomes U+FFFD, gathered text is passed on. */
  flush(): void;
  /** Number of the next event. */
  readonly cursor: number;
  read(cursor: number, limit: number): OutputPage;
  subscribe(listener: (event: OutputEvent) => void): () => void;
}

/** Memory of an event in characters: tiny ones cost more than their text. */
const weightOf = (event: OutputEvent | undefined): number => (event?.text.length ?? 0) + 64;

interface Gathering {
  readonly decoder: StringDecoder;
  /** Whether the decoder may hold the beginning of a character. */
  split: boolean;
  text: string;
}

function decode(gathering: Gathering, bytes: Buffer): string {
  const plain = isAscii(bytes);
  if (plain && !gathering.split) return toText(bytes);
  gathering.split = !plain;
  return gathering.decoder.write(bytes);
}

export function createOutputLog(sessionId: string, capacityChars: number): OutputLog {
  const listeners = new Set<(event: OutputEvent) => void>();
  const gatherings: Record<OutputStream, Gathering> = {
    stdout: { decoder: new StringDecoder('utf8'), split: false, text: '' },
    stderr: { decoder: new StringDecoder('utf8'), split: false, text: '' },
  };
  let events: OutputEvent[] = [];
  let firstSeq = 0;
  let nextSeq = 0;
  let keptChars = 0;
  let origin: OutputOrigin = { executionId: null, late: true };
  let timer: NodeJS.Timeout | undefined;

  /** Lets a fifth of the log go at once, since taking events off the front one by one would cost a copy each. */
  const forgetOldest = (): void => {
    let gone = 0;
    for (; keptChars > capacityChars && gone < events.length - 1; gone += 1) {
      keptChars -= weightOf(events[gone]);
    }
    events = events.slice(gone);
    firstSeq += gone;
  };

  const emit = (stream: OutputStream, text: string): void => {
    const event: OutputEvent = {
      session_id: sessionId,
      seq: nextSeq,
      execution_id: origin.executionId,
      stream,
      text,
      late: origin.late,
    };
    nextSeq += 1;
    events.push(event);
    keptChars += weightOf(event);
    if (keptChars > capacityChars * 1.25) forgetOldest();
    for (const listener of listeners) listener(event);
  };

  const passOn = (): void => {
    for (const stream of STREAMS) {
      const gathering = gatherings[stream];
      if (gathering.text === '') continue;
      const { text } = gathering;
      gathering.text = '';
      for (let at = 0; at < text.length;) {
        let end = Math.min(at + MAX_EVENT_CHARS, text.length);
        if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end -= 1;
        emit(stream, text.slice(at, end));
        at = end;
      }
    }
  };

  const gather = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (STREAMS.every((stream) => gatherings[stream].text === '')) return;
      passOn();
      gather();
    }, GATHER_MS);
    timer.unref();
  };

  const flush = (): void => {
    for (const stream of STREAMS) {
      const gathering = gatherings[stream];
      gathering.text += gathering.decoder.end();
      gathering.split = false;
    }
    passOn();
  };

  return {
    append(stream, bytes, from) {
      if (from.executionId !== origin.executionId || from.late !== origin.late) {
        flush();
        origin = from;
      }
      const gathering = gatherings[stream];
      gathering.text += decode(gathering, bytes);
      if (timer === undefined) {
        passOn();
        gather();
      } else if (gathering.text.length >= MAX_EVENT_CHARS) {
        passOn();
      }
    },
    flush,
    get cursor() {
      return nextSeq;
    },
    read(cursor, limit) {
      const start = Math.max(cursor - firstSeq, 0);
      const page = events.slice(start, start + limit);
      return {
        events: page,
        next_cursor: (page.at(-1)?.seq ?? Math.max(cursor, firstSeq) - 1) + 1,
        first_available: firstSeq,
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      timer = undefined;
      flush();
      listeners.clear();
    },
  };
}

import type {
  DisplayEvent,
  ExecutionResult,
  ExecutionStarted,
  InputRequest,
} from '@repltool/protocol';
import type { Session } from '@repltool/core';

type CellEvent =
  | { readonly name: 'execution-started'; readonly payload: ExecutionStarted }
  | { readonly name: 'execution-finished'; readonly payload: ExecutionResult }
  | { readonly name: 'display'; readonly payload: DisplayEvent }
  | { readonly name: 'input-request'; readonly payload: InputRequest };

/** An event of a cell besides its output, and where it lies in the session's output: before the event numbered `position`. */
export type JournalEntry = CellEvent & {
  readonly position: number;
  /** What it weighs. */
  readonly chars: number;
};

/**
 * The starts, displays, requests and ends of a session's latest cells, whole results included: what a client that was
 * away has missed besides output. Memory is bounded; the oldest entries go first.
 */
export interface Journal {
  /** Number of the session's next output event. */
  readonly cursor: number;
  /** The first entry at `index` or, if that one is gone, after it. */
  at(index: number): { readonly index: number; readonly entry: JournalEntry } | undefined;
  /** Index of the first entry that lies at `position` or behind it. */
  indexOf(position: number): number;
  /** Index of the next entry to be written. */
  readonly end: number;
  result(executionId: string): ExecutionResult | undefined;
  started(executionId: string): ExecutionStarted | undefined;
}

const MAX_ENTRIES = 400;
const MAX_CHARS = 4 * 1024 * 1024;

function keepJournal(session: Session): Journal {
  let entries: JournalEntry[] = [];
  let first = 0;
  let chars = 0;
  let cursor = 0;

  const write = (event: CellEvent): void => {
    const weight = JSON.stringify(event.payload).length;
    entries.push({ ...event, position: cursor, chars: weight });
    chars += weight;
    let gone = 0;
    // The newest start and end stay, however large.
    while (
      entries.length - gone > 2 &&
      (chars > MAX_CHARS || entries.length - gone > MAX_ENTRIES)
    ) {
      chars -= entries[gone]?.chars ?? 0;
      gone += 1;
    }
    if (gone === 0) return;
    entries = entries.slice(gone);
    first += gone;
  };

  session.subscribe(
    {
      output(event) {
        cursor = event.seq + 1;
      },
      executionStarted: (payload) => write({ name: 'execution-started', payload }),
      executionFinished: (payload) => write({ name: 'execution-finished', payload }),
      display: (payload) => write({ name: 'display', payload }),
      inputRequest(payload) {
        write({ name: 'input-request', payload });
        return false;
      },
    },
    0,
  );

  return {
    get cursor() {
      return cursor;
    },
    at(index) {
      const from = Math.max(index, first);
      const entry = entries[from - first];
      return entry && { index: from, entry };
    },
    indexOf(position) {
      const offset = entries.findIndex((entry) => entry.position >= position);
      return first + (offset === -1 ? entries.length : offset);
    },
    get end() {
      return first + entries.length;
    },
    result(executionId) {
      for (const { name, payload } of entries) {
        if (name === 'execution-finished' && payload.execution_id === executionId) return payload;
      }
      return undefined;
    },
    started(executionId) {
      for (const { name, payload } of entries) {
        if (name === 'execution-started' && payload.execution_id === executionId) return payload;
      }
      return undefined;
    },
  };
}

/** Hands out the one journal of each session; it lives and goes with the session. */
export function createJournals(): (session: Session) => Journal {
  const journals = new WeakMap<Session, Journal>();
  return (session) => {
    const known = journals.get(session);
    if (known !== undefined) return known;
    const journal = keepJournal(session);
    journals.set(session, journal);
    return journal;
  };
}

import type { Session } from '@repltool/core';
import type { Journal } from '../sessions/journal.ts';
import type { Outlet } from './outlet.ts';

export interface Subscription {
  /** Where the pushes begin. */
  readonly cursor: number;
  /** Begins to push. */
  start(): void;
  /** May be called twice. */
  stop(): void;
}

const EVENT_CHARS = 200;

/**
 * Pushes a session to one client, from `cursor` on (now, when left out). Nothing is queued here: what comes next is
 * read from the session's output log and journal when the client has room for it, so that a slow one costs no
 * memory. What has left the log by then is missing, which the client sees by the numbers.
 */
export function createSubscription(
  session: Session,
  journal: Journal,
  outlet: Outlet,
  cursor?: number,
): Subscription {
  const begin = Math.min(cursor ?? journal.cursor, journal.cursor);
  let nextSeq = begin;
  let nextEntry = cursor === undefined ? journal.end : journal.indexOf(begin);
  let infoChanged = false;
  let pumping = false;
  let stopped = false;

  const pushNext = (): boolean => {
    const cell = journal.at(nextEntry);
    const [output] = session.output(nextSeq, 1).events;
    if (cell !== undefined && cell.entry.position <= (output?.seq ?? Infinity)) {
      nextEntry = cell.index + 1;
      outlet.push(cell.entry.name, cell.entry.payload, EVENT_CHARS + cell.entry.chars);
      return true;
    }
    if (output !== undefined) {
      nextSeq = output.seq + 1;
      outlet.push('output', output, EVENT_CHARS + output.text.length);
      return true;
    }
    if (!infoChanged) return false;
    infoChanged = false;
    const info = session.info();
    outlet.push('session-updated', info, EVENT_CHARS);
    return true;
  };

  const pump = (): void => {
    if (pumping) return;
    pumping = true;
    try {
      while (!stopped && outlet.hasRoom && pushNext());
    } finally {
      pumping = false;
    }
  };

  const releases: (() => void)[] = [];
  return {
    cursor: begin,
    start() {
      releases.push(
        outlet.onRoom(pump),
        session.subscribe({
          output: pump,
          executionStarted: pump,
          executionFinished: pump,
          display: pump,
          inputRequest() {
            pump();
            return false;
          },
          updated() {
            infoChanged = true;
            pump();
          },
        }),
      );
      pump();
    },
    stop() {
      stopped = true;
      for (const release of releases.splice(0)) release();
    },
  };
}

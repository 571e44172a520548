/** How far a stream has come; others may wait for it to come to a certain point. */
export interface Position {
  /** Number of the next event; undefined before the stream knows. */
  readonly cursor: number | undefined;
  moveTo(cursor: number | undefined): void;
  /** Resolves once everything before `cursor` has been passed on, or is known to be gone. */
  reached(cursor: number): Promise<void>;
  /** Rejects whoever waits. */
  fail(error: Error): void;
}

interface Waiter {
  readonly cursor: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function createPosition(): Position {
  let current: number | undefined;
  let waiters: Waiter[] = [];

  return {
    get cursor() {
      return current;
    },
    moveTo(cursor) {
      current = cursor;
      if (cursor === undefined || waiters.length === 0) return;
      for (const waiter of waiters) if (waiter.cursor <= cursor) waiter.resolve();
      waiters = waiters.filter((waiter) => waiter.cursor > cursor);
    },
    reached(cursor) {
      if (current !== undefined && current >= cursor) return Promise.resolve();
      return new Promise((resolve, reject) => waiters.push({ cursor, resolve, reject }));
    },
    fail(error) {
      for (const waiter of waiters) waiter.reject(error);
      waiters = [];
    },
  };
}

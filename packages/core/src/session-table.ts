import { ReplError } from '@repltool/protocol';
import type { Session } from './api.ts';
import { endedError, type EndReason } from './session-end.ts';

/** Ids of ended sessions remembered, so that a late request learns what became of its session. */
const MAX_REMEMBERED = 10_000;

/** The sessions of an engine by id, including those being created and those that have ended. */
export interface SessionTable {
  /**
   * Reserves `id` while `build` works, so that two creations cannot both get it, or the last free place.
   * @throws ReplError SessionAlreadyExists, ConcurrentSessionLimit, and what `build` throws
   */
  add(
    id: string,
    build: (id: string, onEnd: (reason: EndReason) => void) => Promise<Session>,
  ): Promise<Session>;
  /** @throws ReplError SessionNotFound, SessionTerminated, SessionTimeout */
  get(id: string): Session;
  list(): readonly Session[];
  /** Resolves when no creation and no clean-up is under way. */
  settled(): Promise<void>;
}

export function createSessionTable(maxSessions: number): SessionTable {
  const live = new Map<string, Session>();
  const creating = new Map<string, Promise<Session>>();
  const remembered = new Map<string, EndReason>();

  const remember = (id: string, reason: EndReason): void => {
    remembered.delete(id);
    remembered.set(id, reason);
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MAX_REMEMBERED) break;
      remembered.delete(oldest);
    }
  };

  return {
    async add(id, build) {
      if (live.has(id) || creating.has(id)) {
        throw new ReplError('SessionAlreadyExists', `A session with the id ${id} exists.`);
      }
      if (live.size + creating.size >= maxSessions) {
        throw new ReplError(
          'ConcurrentSessionLimit',
          `${maxSessions} sessions are running, which is the limit.`,
        );
      }
      const built = build(id, (reason) => {
        live.delete(id);
        remember(id, reason);
      });
      creating.set(id, built);
      try {
        const session = await built;
        live.set(id, session);
        remembered.delete(id);
        return session;
      } finally {
        creating.delete(id);
      }
    },
    get(id) {
      const session = live.get(id);
      if (session !== undefined) return session;
      const reason = remembered.get(id);
      if (reason === undefined)
        throw new ReplError('SessionNotFound', `There is no session ${id}.`);
      throw endedError(id, reason);
    },
    list: () => [...live.values()],
    async settled() {
      await Promise.allSettled(creating.values());
      await Promise.all([...live.values()].map((session) => session.terminate()));
    },
  };
}

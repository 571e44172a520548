import { endedError, type EndReason } from './session-end.ts';

/** From the creation of a session to its end, by request or for want of activity. */
export interface SessionLife {
  readonly createdAt: string;
  readonly lastActivity: string;
  readonly ended: boolean;
  /** @throws ReplError SessionTerminated, SessionTimeout */
  assertLive(): void;
  /** Something was asked of the session. */
  touch(): void;
  /** A cell runs: that is no idleness, however long it takes. Until the next `touch`. */
  hold(): void;
  end(reason: EndReason): Promise<void>;
}

/** Both called once, when the session has ended: what it held is freed, then those who watch it are told. */
interface Ending {
  free(reason: EndReason): Promise<void>;
  tell(): void;
}

export function createSessionLife(id: string, idleTimeoutS: number, ending: Ending): SessionLife {
  const createdAt = new Date().toISOString();
  let lastActivity = createdAt;
  let ended: EndReason | undefined;
  let freed: Promise<void> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = (reason: EndReason): Promise<void> => {
    if (freed !== undefined) return freed;
    ended = reason;
    clearTimeout(idleTimer);
    freed = ending.free(reason);
    ending.tell();
    return freed;
  };

  const touch = (): void => {
    lastActivity = new Date().toISOString();
    clearTimeout(idleTimer);
    if (ended) return;
    idleTimer = setTimeout(() => void end('SessionTimeout'), idleTimeoutS * 1000);
    idleTimer.unref();
  };

  touch();
  return {
    createdAt,
    get lastActivity() {
      return lastActivity;
    },
    get ended() {
      return ended !== undefined;
    },
    assertLive() {
      if (ended) throw endedError(id, ended);
    },
    touch,
    hold: () => clearTimeout(idleTimer),
    end,
  };
}

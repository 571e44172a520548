import type { HostFrame } from './driver/frames.ts';
import { randomId } from './ids.ts';
import type { Restoration } from './restoration.ts';

/** A driver that has not gone back by then is not going to. */
const ANSWER_TIMEOUT_MS = 5000;

/** The requests to go back to an earlier state that a driver has not answered yet. */
export interface GoingBack {
  /** Null when the driver refuses, or does not answer. */
  ask(cell: string | null): Promise<Restoration | null>;
  /** An answer has come; false when nobody has asked for it. */
  answered(id: string | null, restoration: Restoration | null): boolean;
  /** No answer will come any more. */
  giveUp(): void;
}

export function createGoingBack(send: (frame: HostFrame) => void): GoingBack {
  const asked = new Map<string, (restoration: Restoration | null) => void>();
  return {
    ask: (cell) =>
      new Promise((resolve) => {
        const id = randomId();
        const timer = setTimeout(() => asked.get(id)?.(null), ANSWER_TIMEOUT_MS);
        asked.set(id, (restoration) => {
          clearTimeout(timer);
          asked.delete(id);
          resolve(restoration);
        });
        send(cell === null ? { type: 'reset', id } : { type: 'undo', id, cell });
      }),
    answered(id, restoration) {
      const settle = id === null ? undefined : asked.get(id);
      settle?.(restoration);
      return settle !== undefined;
    },
    giveUp() {
      for (const settle of asked.values()) settle(null);
    },
  };
}

import type { SessionService } from '../sessions/session-service.ts';
import type { Outlet } from './outlet.ts';
import { createSubscription, type Subscription } from './subscription.ts';

/** The sessions one client watches, each at most once. */
export interface Subscriptions extends Disposable {
  /**
   * Watches a session, in place of an earlier subscription to it. Pushes begin in a later turn, so that the answer
   * goes first. Returns where they begin.
   */
  add(sessionId: string, cursor: number | undefined): number;
  remove(sessionId: string): void;
}

export function createSubscriptions(service: SessionService, outlet: Outlet): Subscriptions {
  const active = new Map<string, Subscription>();

  const remove = (sessionId: string): void => {
    active.get(sessionId)?.stop();
    active.delete(sessionId);
  };

  return {
    add(sessionId, cursor) {
      const { session, journal } = service.open(sessionId);
      remove(sessionId);
      const subscription = createSubscription(session, journal, outlet, cursor);
      active.set(sessionId, subscription);
      setImmediate(() => {
        if (active.get(sessionId) === subscription) subscription.start();
      });
      return subscription.cursor;
    },
    remove,
    [Symbol.dispose]() {
      for (const sessionId of [...active.keys()]) remove(sessionId);
    },
  };
}

import type { Engine, Session } from 'repltool';

/** An engine that counts who watches its sessions. */
export interface WatchedEngine extends Engine {
  listeners(): number;
}

export function watchEngine(engine: Engine): WatchedEngine {
  let listening = 0;
  const watched = new WeakMap<Session, Session>();

  const watch = (session: Session): Session => {
    const known = watched.get(session);
    if (known !== undefined) return known;
    const made: Session = {
      ...session,
      subscribe(listener, cursor) {
        const stop = session.subscribe(listener, cursor);
        listening += 1;
        let stopped = false;
        return () => {
          if (!stopped) listening -= 1;
          stopped = true;
          stop();
        };
      },
    };
    watched.set(session, made);
    return made;
  };

  return {
    ...engine,
    createSession: async (config) => watch(await engine.createSession(config)),
    session: (id) => watch(engine.session(id)),
    sessions: () => engine.sessions().map(watch),
    listeners: () => listening,
  };
}

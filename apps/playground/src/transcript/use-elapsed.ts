import { useEffect, useState } from 'react';

const TICK_MS = 200;

/** Milliseconds since this began to be shown, while `running`; not the server's clock, which may differ. */
export function useElapsed(running: boolean): number {
  const [elapsedMs, setElapsedMs] = useState(0);

  useEffect(() => {
    if (!running) return undefined;
    const begin = performance.now();
    const timer = setInterval(() => setElapsedMs(performance.now() - begin), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);

  return elapsedMs;
}

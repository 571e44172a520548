import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a case cost this process. */
export interface Load {
  /** Resident memory before and at its highest. */
  readonly startBytes: number;
  readonly peakBytes: number;
  /** The longest that nothing else could run. */
  readonly longestBlockMs: number;
}

const INTERVAL_MS = 50;

export function watchLoad(): { stop(): void; seen(): Load } {
  const startBytes = process.memoryUsage.rss();
  let peakBytes = startBytes;
  const look = (): void => void (peakBytes = Math.max(peakBytes, process.memoryUsage.rss()));
  const timer = setInterval(look, INTERVAL_MS);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return {
    stop() {
      clearInterval(timer);
      delay.disable();
    },
    seen: () => ({ startBytes, peakBytes, longestBlockMs: delay.max / 1e6 }),
  };
}

/** Resident memory of this process while a case ran. */
export interface MemoryUse {
  readonly startBytes: number;
  readonly peakBytes: number;
}

const INTERVAL_MS = 50;

export function watchMemory(): { stop(): void; use(): MemoryUse } {
  const startBytes = process.memoryUsage.rss();
  let peakBytes = startBytes;
  const look = (): void => void (peakBytes = Math.max(peakBytes, process.memoryUsage.rss()));
  const timer = setInterval(look, INTERVAL_MS);
  return {
    stop: () => clearInterval(timer),
    use: () => ({ startBytes, peakBytes }),
  };
}

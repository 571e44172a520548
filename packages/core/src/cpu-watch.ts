import { availableParallelism } from 'node:os';
import type { SandboxUsage } from './ports/sandbox.ts';

const MIN_DELAY_MS = 20;

export function cpuTimeMs(usage: SandboxUsage): number | null {
  return usage.cpuUserMs === null || usage.cpuSystemMs === null
    ? null
    : usage.cpuUserMs + usage.cpuSystemMs;
}

/**
 * Calls `exceeded` once the sandbox has used `limitMs` of CPU time from now on. It looks only when the limit could
 * have been reached with every core busy, so an idle cell costs one timer.
 */
export function watchCpuTime(
  readUsage: () => SandboxUsage,
  startMs: number,
  limitMs: number,
  exceeded: () => void,
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const schedule = (remainingMs: number): void => {
    timer = setTimeout(look, Math.max(remainingMs / availableParallelism(), MIN_DELAY_MS));
    timer.unref();
  };
  const look = (): void => {
    const now = cpuTimeMs(readUsage());
    if (now === null) return;
    const remaining = limitMs - (now - startMs);
    if (remaining <= 0) exceeded();
    else schedule(remaining);
  };
  schedule(limitMs);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

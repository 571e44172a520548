import { performance } from 'node:perf_hooks';

export interface Spread {
  readonly p50: number;
  readonly p95: number;
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Milliseconds each of `rounds` runs took, after a tenth as many to warm up. */
export async function timeEach(rounds: number, run: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < rounds / 10; i += 1) await run();
  const samples: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const start = performance.now();
    await run();
    samples.push(performance.now() - start);
  }
  return samples;
}

export const ms = (value: number): string => value.toFixed(3);
export const times = (value: number): string => `${value.toFixed(1)} ×`;

import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createEngine } from 'repltool';
import { ms, spreadOf, times } from './median.ts';

const ROUNDS = 30;
/** Long enough for the state of a cell to be kept. */
const IDLE_MS = 100;
const HEAPS_MB = [0, 100, 200];

/** What going back costs, and what keeping states costs the cells, by the heap of a Python session. */
export async function measureCheckpoints(): Promise<Record<string, string>[]> {
  await using engine = createEngine();
  const rows: Record<string, string>[] = [];
  for (const heapMb of HEAPS_MB) {
    const open = async (checkpoint: 'idle' | 'off') => {
      const session = await engine.createSession({
        language: 'python',
        checkpoint,
        resource_limits: { max_memory_mb: 2048 },
      });
      // Small objects: the hard case, since a copy shares no page that is written to.
      await session.execute(`heap = [str(n) for n in range(${heapMb * 16_000})]; None`);
      await session.execute('x = 0');
      return session;
    };
    await using kept = await open('idle');
    await using plain = await open('off');
    const undo: number[] = [];
    const afterIdle: number[] = [];
    const afterIdlePlain: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await setTimeout(IDLE_MS);
      afterIdle.push(await timed(() => kept.execute('x += 1')));
      await setTimeout(IDLE_MS);
      afterIdlePlain.push(await timed(() => plain.execute('x += 1')));
      await setTimeout(IDLE_MS);
      undo.push(await timed(() => kept.undo()));
    }
    const idle = spreadOf(afterIdle);
    const idlePlain = spreadOf(afterIdlePlain);
    rows.push({
      'heap MB': String(heapMb),
      'undo p50 ms': ms(spreadOf(undo).p50),
      'cell after idle p50 ms': ms(idle.p50),
      'to one without checkpoints': times(idle.p50 / idlePlain.p50),
    });
  }
  return rows;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

import { performance } from 'node:perf_hooks';
import { createEngine } from 'repltool';
import { spreadOf } from './median.ts';

const ROUNDS = 20;
const BLOCK_BYTES = 65_536;
/** As much as a cell may write, less one block. */
const BLOCKS = 10_485_760 / BLOCK_BYTES - 1;

/** From a cell's stdout to the text of its result, in cells of 10 MiB. */
export async function measureThroughput(): Promise<Record<string, string>[]> {
  await using engine = createEngine();
  await using session = await engine.createSession({
    language: 'python',
    resource_limits: { max_output_size: 10_485_760 },
  });
  await session.execute(`import os; block = b'x' * ${BLOCK_BYTES}`);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const result = await session.execute(`for _ in range(${BLOCKS}): _ = os.write(1, block)`);
    rates.push(result.usage.output_bytes / 1e3 / (performance.now() - start));
  }
  const { p50 } = spreadOf(rates);
  return [{ what: 'python stdout to the SDK', 'p50 MB/s': p50.toFixed(0), target: '400' }];
}

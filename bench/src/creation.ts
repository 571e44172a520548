import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createEngine } from 'repltool';
import { ms, spreadOf, timeEach, type Spread } from './median.ts';

const ROUNDS = 20;
const run = promisify(execFile);
const LANGUAGES = [
  { language: 'python', code: '1+1', bare: ['python3', '-c', '1+1'] },
  { language: 'bash', code: ':', bare: ['bash', '-c', ':'] },
  { language: 'javascript', code: '1+1', bare: ['node', '-e', '1+1'] },
] as const;

/** From the request for a session to the result of its first cell: cold, warm, and beside the bare interpreter. */
export async function measureCreation(): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  for (const { language, code, bare } of LANGUAGES) {
    const [file, ...args] = bare;
    const interpreter = spreadOf(await timeEach(ROUNDS, () => run(file, args)));
    rows.push({
      language,
      'bare interpreter p50 ms': ms(interpreter.p50),
      'cold p50 ms': ms((await createToResult(language, code, 0)).p50),
      'warm p50 ms': ms((await createToResult(language, code, 2)).p50),
    });
  }
  return rows;
}

/** Spares are made in the background, so each round waits until the next one must be there. */
const SPARE_READY_MS = 400;

async function createToResult(language: string, code: string, spares: number): Promise<Spread> {
  await using engine = createEngine({ spares });
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const session = await engine.createSession({ language });
    await session.execute(code);
    samples.push(performance.now() - start);
    await session.terminate();
    if (spares > 0) await setTimeout(SPARE_READY_MS);
  }
  return spreadOf(samples.slice(1));
}

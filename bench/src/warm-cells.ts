import { createEngine } from 'repltool';
import { ms, spreadOf, timeEach, times } from './median.ts';
import { startPipeEcho } from './pipe-echo.ts';

const ROUNDS = 2000;
/** A cell of the language, and the budget of DESIGN for its median, in milliseconds. */
const CELLS = [
  { language: 'python', code: '1+1', targetMs: 0.15 },
  { language: 'bash', code: ': $((1+1))', targetMs: 0.15 },
  { language: 'javascript', code: '1+1', targetMs: 0.25 },
] as const;

/** A warm cell through the SDK in a standard sandbox, beside the raw pipe. */
export async function measureWarmCells(): Promise<Record<string, string>[]> {
  await using echo = startPipeEcho();
  const floor = spreadOf(await timeEach(ROUNDS, () => echo.roundTrip()));
  const rows = [row('raw pipe to python3', floor, floor, null)];
  await using engine = createEngine();
  for (const { language, code, targetMs } of CELLS) {
    await using session = await engine.createSession({
      language,
      resource_limits: { max_expressions: 10_000 },
    });
    const spread = spreadOf(await timeEach(ROUNDS, () => session.execute(code)));
    rows.push(row(`${language} ${code}`, spread, floor, targetMs));
  }
  return rows;
}

function row(
  what: string,
  spread: ReturnType<typeof spreadOf>,
  floor: ReturnType<typeof spreadOf>,
  targetMs: number | null,
): Record<string, string> {
  return {
    what,
    'p50 ms': ms(spread.p50),
    'p95 ms': ms(spread.p95),
    'to raw pipe': times(spread.p50 / floor.p50),
    'target ms': targetMs === null ? '' : String(targetMs),
  };
}

import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createEngine, type Engine, type Session } from 'repltool';
import { ms, spreadOf, times } from './median.ts';

const WINDOW_MS = 2500;
/** Between two cells of the neighbour, who is a person or an agent and not a bomb of its own. */
const PAUSE_MS = 2;
const TARGET = 3;
/** The least a cell may be given. */
const MIN_TIMEOUT_MS = 100;

/** What one session does while another goes on asking for `1+1`; started again when it ends. */
const BOMBS = [
  ['fork', 'python', 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass'],
  ['memory', 'python', 'blocks = []\nwhile True: blocks.append(bytearray(1 << 20))'],
  ['output', 'bash', 'yes'],
  [
    'disk',
    'python',
    "while True:\n    with open('/tmp/full', 'wb') as f:\n        try:\n            while True: f.write(bytes(1 << 20))\n        except OSError: pass",
  ],
  ['CPU', 'python', 'while True: pass'],
  [
    'CPU in eight processes',
    'bash',
    'for i in 1 2 3 4 5 6 7 8; do while :; do :; done & done; wait',
  ],
  ['regular expression', 'javascript', "/^(a+)+$/.test('a'.repeat(50) + 'b')"],
] as const;

/** The 95th percentile of a neighbour's `1+1` while a bomb runs in another session, to that of an idle machine. */
export async function measureNeighbours(): Promise<Record<string, string>[]> {
  await using engine = createEngine();
  const idle = spreadOf(await answersFor(engine, WINDOW_MS));
  const rows: Record<string, string>[] = [
    { bomb: 'none', 'p50 ms': ms(idle.p50), 'p95 ms': ms(idle.p95), 'to idle': '', target: '' },
  ];
  for (const [bomb, language, code] of BOMBS) {
    const { p50, p95 } = spreadOf(await answersBeside(engine, language, code));
    rows.push({
      bomb,
      'p50 ms': ms(p50),
      'p95 ms': ms(p95),
      'to idle': times(p95 / idle.p95),
      target: `≤ ${TARGET} ×`,
    });
  }
  return rows;
}

async function answersBeside(engine: Engine, language: string, code: string): Promise<number[]> {
  await using bomber = await engine.createSession({
    language,
    // Where the fence leaves it to the boundary.
    sandbox_mode: 'relaxed',
    resource_limits: { max_expressions: 10_000 },
  });
  const end = performance.now() + WINDOW_MS + 1000;
  const exploding = explode(bomber, code, end);
  const samples = await answersFor(engine, WINDOW_MS);
  await exploding;
  return samples;
}

async function explode(bomber: Session, code: string, end: number): Promise<void> {
  for (let left = end - performance.now(); left > 0; left = end - performance.now())
    await bomber.execute(code, { timeout_ms: Math.max(MIN_TIMEOUT_MS, Math.ceil(left)) });
}

async function answersFor(engine: Engine, durationMs: number): Promise<number[]> {
  await using neighbour = await engine.createSession({
    language: 'python',
    resource_limits: { max_expressions: 10_000 },
  });
  const samples: number[] = [];
  for (const end = performance.now() + durationMs; performance.now() < end;) {
    const start = performance.now();
    await neighbour.execute('1+1');
    samples.push(performance.now() - start);
    await setTimeout(PAUSE_MS);
  }
  return samples;
}

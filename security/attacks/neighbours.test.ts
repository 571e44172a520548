import { performance } from 'node:perf_hooks';
import type { Session } from 'repltool';
import { afterAll, describe, expect, it } from 'vitest';
import { boundaryEngine } from '../src/engines.ts';

const engine = boundaryEngine();
afterAll(() => engine.close());

const BOMBS = [
  ['bash', ':(){ :|:& };:; wait'],
  ['python', 'blocks = []\nwhile True: blocks.append(bytearray(1 << 20))'],
  ['bash', 'yes'],
  [
    'python',
    `while True:\n    with open('/tmp/full', 'wb') as f:\n        try:\n            while True: f.write(bytes(1 << 20))\n        except OSError: pass`,
  ],
  ['python', 'while True: pass'],
  ['javascript', `/^(a+)+$/.test('a'.repeat(50) + 'b')`],
] as const;

async function answers(session: Session, whileRunning: Promise<unknown>): Promise<number> {
  let ended = false;
  void whileRunning.finally(() => (ended = true));
  let count = 0;
  const start = performance.now();
  while (!ended || performance.now() - start < 100) {
    const result = await session.execute('1 + 1');
    expect(result).toMatchObject({ status: 'ok', result: 2 });
    count += 1;
  }
  return count;
}

describe('T-RES-07 while a bomb runs in one session', () => {
  it.each(BOMBS)('another session goes on answering: %s %s', async (language, code) => {
    await using neighbour = await engine.createSession({
      language: 'python',
      resource_limits: { max_expressions: 10_000 },
    });
    await using bomber = await engine.createSession({ language });
    const bomb = bomber.execute(code, { timeout_ms: 2000 });
    expect(await answers(neighbour, bomb)).toBeGreaterThan(0);
    expect(['timeout', 'limit', 'crashed', 'error', 'ok']).toContain((await bomb).status);
    expect(await bomber.execute(language === 'bash' ? 'echo on' : '1')).toMatchObject({
      status: 'ok',
    });
  });
});

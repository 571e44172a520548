import type { ExecutionResult, OutputEvent } from '@repltool/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';

const MAX_OUTPUT = 10_485_760;
/** What the host may keep of any session's output, whatever is written. */
const ROOM_BYTES = 150 * 1024 * 1024;

interface Flood {
  readonly result: ExecutionResult;
  readonly events: number;
  readonly chars: number;
  readonly grownBytes: number;
}

const engine = createEngine();
afterAll(() => engine.close());
const session = (language: string) =>
  engine.createSession({ language, resource_limits: { max_output_size: MAX_OUTPUT } });

async function flood(language: string, code: string): Promise<Flood> {
  await using running = await session(language);
  const before = process.memoryUsage.rss();
  let highest = before;
  let events = 0;
  let chars = 0;
  const onOutput = ({ text }: OutputEvent): void => {
    events += 1;
    chars += text.length;
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const result = await running.execute(code, { onOutput, timeout_ms: 120_000 });
  return { result, events, chars, grownBytes: highest - before };
}

describe('output in floods (R-EXE-02, R-LIM-04)', () => {
  it('counts ten million lines exactly and keeps them all where they fit', async () => {
    const { result, events, chars, grownBytes } = await flood('bash', `yes '' | head -n 10000000`);
    expect(result.status).toBe('ok');
    expect(result.output === '\n'.repeat(10_000_000)).toBe(true);
    expect(result.usage.output_bytes).toBe(10_000_000);
    expect(result.truncated).toEqual([]);
    expect(chars).toBe(10_000_000);
    expect(events).toBeLessThan(5000);
    expect(grownBytes).toBeLessThan(ROOM_BYTES);
  });

  it('stops a line of 100 MB at the limit, with its head, its tail and the count', async () => {
    const { result, chars, grownBytes } = await flood(
      'python',
      `import os\nfor i in range(1000): os.write(1, b'%03d' % i + b'x' * 99_997)`,
    );
    expect(result).toMatchObject({ status: 'limit', failure: { code: 'OutputLimitExceeded' } });
    const [cut] = result.truncated;
    expect(cut?.total_bytes).toBe(result.usage.output_bytes);
    expect(cut?.total_bytes).toBeGreaterThan(MAX_OUTPUT);
    expect(chars).toBe(cut?.total_bytes);
    expect(result.output.startsWith(`000${'x'.repeat(1000)}`)).toBe(true);
    const left =
      (cut?.total_bytes ?? 0) - (cut?.kept_head_bytes ?? 0) - (cut?.kept_tail_bytes ?? 0);
    expect(result.output).toContain(`[… ${left} bytes left out …]`);
    expect(Buffer.byteLength(result.output)).toBeLessThan(MAX_OUTPUT + 100);
    expect(grownBytes).toBeLessThan(ROOM_BYTES);
  });

  it('replaces bytes that are no text, and no character that came in pieces', async () => {
    const emoji = `import os, time\nfor b in '😀'.encode(): os.write(1, bytes([b])); time.sleep(0.02)`;
    const { result, chars } = await flood(
      'python',
      `${emoji}\nos.write(1, b'\\xff\\x00\\xfe|'); None`,
    );
    expect(result.output).toBe('😀\ufffd\0\ufffd|');
    expect(result.usage.output_bytes).toBe(8);
    expect(chars).toBe(result.output.length);
  });
});

import type { ResourceLimitsRequest } from '@repltool/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { boundaryEngine } from '../src/engines.ts';

const engine = boundaryEngine();
afterAll(() => engine.close());

interface Excess {
  readonly threat: string;
  readonly what: string;
  readonly limits: ResourceLimitsRequest;
  readonly failure: { readonly code: string; readonly figure: string };
  /** A cell of each language that asks for too much, and does not expect a refusal. */
  readonly cells: Readonly<Partial<Record<'python' | 'javascript' | 'bash', string>>>;
}

const EXCESSES: readonly Excess[] = [
  {
    threat: 'T-RES-01',
    what: 'memory',
    limits: { max_memory_mb: 96 },
    failure: { code: 'ExecutionMemoryExceeded', figure: '96 MiB of memory (max_memory_mb)' },
    cells: {
      python: 'blocks = []\nwhile True: blocks.append(bytearray(8 << 20))',
      javascript: 'const blocks = []; for (;;) blocks.push(Buffer.alloc(8 << 20, 1));',
      bash: 'x=aaaaaaaaaaaaaaaa; while :; do x+=$x; done',
    },
  },
  {
    threat: 'T-RES-02',
    what: 'processes',
    limits: { max_processes: 8 },
    failure: { code: 'ResourceLimitExceeded', figure: '8 processes and threads (max_processes)' },
    cells: {
      python:
        'import subprocess\nstarted = [subprocess.Popen(["/usr/bin/sleep", "5"]) for _ in range(100)]',
      javascript: `const { spawnSync, spawn } = require('node:child_process'); for (let i = 0; i < 100; i += 1) spawn('/usr/bin/sleep', ['5']).on('error', () => undefined); const { error } = spawnSync('/usr/bin/true'); if (error) throw error;`,
    },
  },
  {
    threat: 'T-RES-03',
    what: 'CPU time',
    limits: { max_cpu_time: 1 },
    failure: { code: 'ResourceLimitExceeded', figure: '1 s of CPU time (max_cpu_time)' },
    cells: { python: 'while True: pass', javascript: 'for (;;);', bash: 'while :; do :; done' },
  },
  ...['/workspace', '/tmp'].map((directory): Excess => ({
    threat: 'T-RES-04',
    what: `room in ${directory}`,
    limits: { max_disk_mb: 8 },
    failure: {
      code: 'ResourceLimitExceeded',
      figure: `${directory}, which holds 8 MiB (max_disk_mb)`,
    },
    cells: {
      python: `with open('${directory}/full', 'wb') as file:\n    while True: file.write(bytes(1 << 20))`,
      javascript: `const fs = require('node:fs'); for (;;) fs.appendFileSync('${directory}/full', Buffer.alloc(1 << 20));`,
      bash: `head -c 100000000 /dev/zero > ${directory}/full`,
    },
  })),
];

describe.each(EXCESSES)('$threat too much $what', ({ cells, limits, failure }) => {
  it.each(Object.entries(cells))(
    'in %s ends as a limit, by name and figure',
    async (language, code) => {
      await using session = await engine.createSession({ language, resource_limits: limits });
      const result = await session.execute(code, { timeout_ms: 20_000 });
      expect(result).toMatchObject({
        status: 'limit',
        success: false,
        failure: { code: failure.code },
      });
      expect(result.failure?.message).toContain(failure.figure);
    },
  );
});

it('T-RES-04 an error of another kind on a full disk stays what it is', async () => {
  await using session = await engine.createSession({
    language: 'python',
    resource_limits: { max_disk_mb: 8 },
  });
  await session.execute(
    `with open('full', 'wb') as file:\n    while True: file.write(bytes(1 << 20))`,
  );
  expect(await session.execute('1/0')).toMatchObject({ status: 'error' });
});

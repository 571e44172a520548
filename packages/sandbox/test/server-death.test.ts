import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { expect, test } from 'vitest';
import { groupsNamed, isAlive } from './host-view.ts';
import { startServer } from './host/server-process.ts';

interface Held {
  readonly held: readonly { readonly id: string; readonly workspace: string }[];
  readonly pids: readonly number[];
}

test('when the server is killed hard every sandbox dies within 5 s, and the next one clears what is left', async () => {
  const { child, dataDir, answer } = await startServer('hold.ts');
  const { held, pids } = (await answer) as Held;
  expect(pids.filter(isAlive).length).toBeGreaterThanOrEqual(3 * 5);

  const start = Date.now();
  child.kill('SIGKILL');
  while (pids.some(isAlive) && Date.now() - start < 5000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(pids.filter(isAlive)).toEqual([]);

  await using next = createBubblewrapBackend({ dataDir });
  await next.probe();
  expect(held.filter(({ workspace }) => existsSync(workspace))).toEqual([]);
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
  expect(held.filter(({ id }) => mounts.includes(id))).toEqual([]);
  expect(held.flatMap(({ id }) => groupsNamed(id))).toEqual([]);
});

test('descriptors the server was started with do not reach a sandbox', async () => {
  const file = openSync('/etc/hostname', 'r');
  const inherited = Array.from({ length: 98 }, (_, index) =>
    [0, 4, 7, 9, 20, 97].includes(index) ? file : 'ignore',
  ) as ('ignore' | number)[];
  const { answer } = await startServer('hold.ts', [], { inherited });
  const { held } = (await answer) as Held;
  for (const { workspace } of held) {
    const lines = readFileSync(join(workspace, 'fds'), 'utf8').trim().split('\n').slice(1);
    const numbers = lines.map((line) => / (\d+) -> /.exec(line)?.[1]);
    // 1 is the file of the listing, and the highest the directory it reads.
    expect(numbers).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(lines.join()).not.toContain('hostname');
  }
});

test('a live server is left alone by the next', async () => {
  const { answer, dataDir } = await startServer('hold.ts');
  const { held, pids } = (await answer) as Held;
  await using next = createBubblewrapBackend({ dataDir });
  await next.probe();
  expect(pids.filter((pid) => !isAlive(pid))).toEqual([]);
  expect(held.map(({ workspace }) => readdirSync(workspace).length > 0)).toEqual([
    true,
    true,
    true,
  ]);
});

import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executionResultSchema, sessionSchema } from '@repltool/protocol';
import { io } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { TOKEN, createTestEngine, startServer } from './fixture.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'repltool-churn-'));
await chmod(dataDir, 0o755);
// Hooks run in reverse order: the server is closed before its directory goes.
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const server = await startServer(createTestEngine({ maxSessions: 200, dataDir }));

/** What the server holds of the host while it runs: processes it started, sockets. */
async function holdings() {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return {
    processes: parents.filter((parent) => parent === process.pid).length,
    sockets: process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
  };
}

const terminateAll = (ids: readonly string[]) =>
  Promise.all(ids.map((id) => server.call('DELETE', `/sessions/${id}`)));

/** Fifty interpreters start at once, on a machine that may have other work. */
const CROWD_TIMEOUT_MS = 180_000;

describe('clients that come and go', { timeout: CROWD_TIMEOUT_MS }, () => {
  it('pr-008 200 connections that end at once leave nothing', async () => {
    const before = await holdings();
    const goodbyes: Promise<unknown>[] = [];
    for (let i = 0; i < 200; i += 1) {
      const socket = io(server.url, {
        forceNew: true,
        reconnection: false,
        transports: [i % 2 === 0 ? 'websocket' : 'polling'],
        auth: { token: TOKEN },
      });
      if (i % 4 < 2) {
        socket.disconnect();
        continue;
      }
      socket.on('connect', () => socket.disconnect());
      goodbyes.push(new Promise((resolve) => socket.on('disconnect', resolve)));
    }
    await Promise.all(goodbyes);
    await expect.poll(holdings).toEqual(before);
    expect(server.engine.sessions()).toEqual([]);
  });

  it('R-SES-03 R-SES-06 50 sessions at once keep their own state, and leave nothing when ended', async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const ids = await Promise.all(
      numbers.map(async () => (await server.create({ language: 'bash' })).session_id),
    );
    const executeAll = (code: (n: number) => string) =>
      Promise.all(
        ids.map(async (id, n) => {
          const body = { code: code(n) };
          const answer = await server.call('POST', `/sessions/${id}/execute`, { body });
          return executionResultSchema.parse(answer.body).output;
        }),
      );
    await executeAll((n) => `x=${n}; echo $x > file`);
    const outputs = await executeAll(() => 'echo $x; cat file; ls | wc -l');
    expect(outputs).toEqual(numbers.map((n) => `${n}\n${n}\n1\n`));

    await terminateAll(ids);
    await expect.poll(holdings).toMatchObject({ processes: 0 });
  });

  it('sv-005 a creation that is aborted leaves a listed session or nothing', async () => {
    const delays = Array.from({ length: 100 }, () => Math.floor(Math.random() * 50));
    const created = await Promise.allSettled(
      delays.map((delay) =>
        server.call('POST', '/sessions', {
          body: { language: 'python' },
          signal: AbortSignal.timeout(delay),
        }),
      ),
    );
    const answered = created.flatMap((one) =>
      one.status === 'fulfilled' ? [sessionSchema.parse(one.value.body).session_id] : [],
    );
    const listed = server.engine.sessions().map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(answered));

    // A session that nobody can see would keep its interpreter when all that can be seen have ended.
    await expect
      .poll(async () => {
        await terminateAll(server.engine.sessions().map(({ id }) => id));
        return holdings();
      })
      .toMatchObject({ processes: 0 });
    await server.close();
    expect(await readdir(join(dataDir, 'servers'))).toEqual([]);
  });
});

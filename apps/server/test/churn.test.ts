import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executionResultSchema } from '@repltool/protocol';
import { io } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { TOKEN, createTestEngine, startServer } from './fixture.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'repltool-churn-'));
const server = await startServer(createTestEngine({ maxSessions: 200, dataDir }));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Workspaces on disk and processes of this test run's sandboxes. */
async function leftovers(): Promise<{ workspaces: number; sockets: number }> {
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap');
  return { workspaces: (await readdir(dataDir)).length, sockets: sockets.length };
}

describe('clients that come and go', () => {
  it('pr-008 200 connections that end at once leave nothing', async () => {
    const before = await leftovers();
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
    await expect.poll(leftovers).toEqual(before);
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

    await Promise.all(ids.map((id) => server.call('DELETE', `/sessions/${id}`)));
    await expect.poll(async () => (await leftovers()).workspaces).toBe(0);
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
    const answered = created.filter(({ status }) => status === 'fulfilled').length;
    await expect
      .poll(async () => {
        const listed = server.engine.sessions().length;
        return listed >= answered && listed === (await leftovers()).workspaces;
      })
      .toBe(true);
    // Closing waits for creations under way; what they made must be gone with the rest.
    await server.close();
    expect((await leftovers()).workspaces).toBe(0);
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from './host/server-process.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };

test('a server that is not root confines as well: watched memory and disk, limited processes', async () => {
  const user = process.getuid?.() === 0 ? NOBODY : undefined;
  const { answer, dataDir } = await startServer(
    'unprivileged.ts',
    [],
    user === undefined ? {} : { user },
  );
  const seen = (await answer) as Record<string, unknown>;
  expect(seen).toMatchObject({
    uid: user?.uid ?? process.getuid?.(),
    who: { stdout: 'hello\n', stderr: 'err\n', exit: { code: 0, signal: null } },
    typed: 'typed\n',
    filled: { code: null, signal: 'SIGKILL' },
    afterwards: 'still here\n',
    mess: { code: 0, signal: null },
    removed: true,
  });
  expect(seen['tier']).toMatch(/^namespaces\+seccomp\+(cgroup|rlimit)$/);
  expect(seen['diagnosis']).toEqual(
    expect.arrayContaining([
      ['user namespaces', 'ok'],
      ['disk quota', 'degraded'],
      ['whole sandbox', 'ok'],
    ]),
  );
  expect(readdirSync(join(dataDir, 'servers'))).toEqual([]);
});

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFixture } from './fixture.ts';
import { finish, shellSpec } from './specs.ts';
import { STANDARD } from './modes.ts';

const fixture = createFixture();

test('under a closed umask, an interpreter in a closed home works, and the home stays closed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'repltool-home-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await chmod(home, 0o700);
  const prefix = join(home, 'versions', '1');
  await mkdir(join(prefix, 'bin'), { recursive: true });
  await writeFile(join(prefix, 'bin', 'tool'), '#!/bin/sh\necho ran "$0"\n', { mode: 0o755 });
  await writeFile(join(home, 'secret'), 's3cr3t', { mode: 0o644 });
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  await using sandbox = await fixture.create(STANDARD);
  const spec = shellSpec(`${prefix}/bin/tool; cat ${home}/secret; echo x > ${prefix}/new`);
  const mounts = [{ source: join(prefix, 'bin', 'tool') }, { source: prefix }];
  const { stdout, stderr } = await finish(await sandbox.launch({ ...spec, mounts }));
  expect(stdout).toBe(`ran ${prefix}/bin/tool\n`);
  expect(stderr).toContain('secret');
  expect(stderr).toContain('new');
});

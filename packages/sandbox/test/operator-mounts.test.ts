import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBubblewrapBackend, type OperatorMount } from '@repltool/sandbox';
import { afterAll, describe, expect, test } from 'vitest';
import { createFixture } from './fixture.ts';
import { RELAXED, STANDARD } from './modes.ts';

const directory = await mkdtemp(join(tmpdir(), 'repltool-mounts-'));
afterAll(() => rm(directory, { recursive: true }));
const shared = join(directory, 'shared');
const inbox = join(directory, 'inbox');
await mkdir(shared);
await mkdir(inbox);
await chmod(inbox, 0o777);
await writeFile(join(shared, 'data.txt'), 'of the host\n');
await symlink(shared, join(directory, 'link'));

describe('mounts of the operator (R-SBX-03)', () => {
  const fixture = createFixture({
    mounts: [
      { source: join(directory, 'link'), target: '/data' },
      { source: inbox, target: '/srv/inbox', writable: true },
    ],
  });

  test('relaxed mode sees them, read-only unless they are writable, also behind a closed directory', async () => {
    const { stdout, stderr } = await fixture.shell(
      RELAXED,
      'cat /data/data.txt; echo x > /data/new; echo y > /srv/inbox/new; echo z > /srv/new; ls /srv',
    );
    expect(stdout).toBe('of the host\ninbox\n');
    expect(stderr.match(/Read-only file system/g)).toHaveLength(2);
    expect(await readFile(join(inbox, 'new'), 'utf8')).toBe('y\n');
  });

  test('standard mode does not', async () => {
    const { stdout } = await fixture.shell(STANDARD, 'ls -d /data /srv 2>/dev/null; echo end');
    expect(stdout).toBe('end\n');
  });
});

const inTheWay = [
  ...['/proc/x', '/sys', '/dev/x', '/usr/lib/x', '/etc', '/opt/repltool/driver', '/workspace'],
  ...['/tmp/x', '/bin', '/lib64'],
];
const bad: readonly (readonly [OperatorMount, string, string])[] = [
  [{ source: '/no/such/place' }, 'mounts.0.source', '/no/such/place'],
  [{ source: 'relative' }, 'mounts.0.source', 'relative'],
  [{ source: '/srv/../etc' }, 'mounts.0.source', '/srv/../etc'],
  [{ source: '/' }, 'mounts.0.source', '/'],
  [{ source: '/proc' }, 'mounts.0.source', '/proc'],
  [{ source: '/proc/self/root', target: '/x' }, 'mounts.0.source', '/'],
  [{ source: shared, target: '/x/../etc' }, 'mounts.0.target', '/x/../etc'],
  [{ source: shared, target: 'x' }, 'mounts.0.target', 'x'],
  [{ source: shared, target: '/' }, 'mounts.0.target', '/'],
  [{ source: shared, target: '/opt' }, 'mounts.0.target', '/opt'],
  [{ source: shared, target: '/a\0b' }, 'mounts.0.target', '/a\0b'],
  ...inTheWay.map((target) => [{ source: shared, target }, 'mounts.0.target', target] as const),
];

describe('a mount that cannot be', () => {
  test.each(bad)('%j is refused by name at the start', (mount, field, value) => {
    expect(() => createBubblewrapBackend({ mounts: [mount] })).toThrow(
      expect.objectContaining({
        code: 'InvalidRequest',
        issues: [expect.objectContaining({ field, value })],
      }),
    );
  });

  test('two at the same place are refused', () => {
    const mounts = [
      { source: shared, target: '/data' },
      { source: inbox, target: '/data/inbox' },
    ];
    expect(() => createBubblewrapBackend({ mounts })).toThrow('mounts.1.target');
  });

  test.runIf(process.getuid?.() === 0)('writable for the server alone is refused', () => {
    expect(() =>
      createBubblewrapBackend({ mounts: [{ source: shared, target: '/d', writable: true }] }),
    ).toThrow('chmod o+w');
  });
});

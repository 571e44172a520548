import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { finished, startCommand } from './command.ts';

const directory = await mkdtemp(join(tmpdir(), 'repltool-doctor-'));
afterAll(() => rm(directory, { recursive: true }));
await chmod(directory, 0o755);

/** A bwrap of a host where unprivileged users may make no user namespaces. */
const refusing = join(directory, 'refusing-bwrap');
const real = join(directory, 'bwrap');
await copyFile('/usr/bin/bwrap', real);
await chmod(real, 0o755);
await writeFile(
  refusing,
  `#!/bin/sh
for option; do
  [ "$option" = --unshare-user ] && { echo 'bwrap: No permissions to create a new namespace' >&2; exit 1; }
done
exec ${real} "$@"
`,
);
await chmod(refusing, 0o755);

/** Becomes its arguments in a mount namespace of its own, after `change`. */
const elsewhere = (change: string) => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `${change}; exec "$@"`,
  'sh',
];
const READ_ONLY_GROUPS =
  'while read -r _ _ _ _ point _; do case $point in /sys/fs/cgroup/*|/sys/fs/cgroup) mount -o remount,bind,ro "$point";; esac; done < /proc/self/mountinfo';

async function doctor(command: readonly string[] = []) {
  const { code, stdout } = await finished(startCommand(['doctor'], {}, command));
  return { code, lines: stdout.trimEnd().split('\n') };
}

describe('repltool doctor (R-SBX-13)', () => {
  it('on this host finds nothing missing, and says so', async () => {
    const { code, lines } = await doctor();
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatch(/^whole sandbox +ok +started, and examined from inside$/);
  });
});

describe.runIf(process.getuid?.() === 0)('repltool doctor on a lesser host', () => {
  it('without bubblewrap names the package, and fails', async () => {
    const { code, lines } = await doctor(elsewhere('mount --bind /dev/null /usr/bin/bwrap'));
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^bubblewrap +missing +there is no bwrap/);
    expect(lines[1]).toMatch(/^ +mend: install bubblewrap: apt install bubblewrap/);
    expect(lines.join('\n')).not.toContain('whole sandbox');
  });

  it('without user namespaces says what bubblewrap said, and fails', async () => {
    const { code, lines } = await doctor(elsewhere(`mount --bind ${refusing} /usr/bin/bwrap`));
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^bubblewrap +ok/);
    expect(lines[1]).toMatch(/^user namespaces +missing +bwrap: No permissions to create/);
    expect(lines[2]).toMatch(/^ +mend: /);
  });

  it('with read-only control groups has the lower tier, and succeeds', async () => {
    const { code, lines } = await doctor(elsewhere(READ_ONLY_GROUPS));
    expect(code).toBe(0);
    expect(lines.find((line) => line.startsWith('control groups'))).toMatch(
      /degraded +the server may not make groups below its own; memory is watched/,
    );
    expect(lines.at(-1)).toMatch(/^whole sandbox +ok/);
  });
});

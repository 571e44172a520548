import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_RESOURCE_LIMITS } from '@repltool/protocol';
import { createBubblewrapBackend, diagnose } from '@repltool/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from './host/server-process.ts';
import { newId } from './ids.ts';
import { STANDARD } from './modes.ts';

/** Becomes its arguments in a mount namespace where every control group hierarchy is read-only. */
const READ_ONLY_GROUPS = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'while read -r _ _ _ _ point _; do case $point in /sys/fs/cgroup/*|/sys/fs/cgroup) mount -o remount,bind,ro "$point";; esac; done < /proc/self/mountinfo; exec "$@"',
  'sh',
];

/** A bwrap that refuses one option, as a host without that means would. */
async function bwrapWithout(option: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'repltool-bwrap-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await chmod(directory, 0o755);
  const path = join(directory, 'bwrap');
  await writeFile(
    path,
    `#!/bin/bash
options=("$@")
if [[ $1 == --args ]]; then
  mapfile -d '' -t inner <&5
  exec 5< <(printf '%s\\0' "\${inner[@]}")
  options+=("\${inner[@]}")
fi
for option in "\${options[@]}"; do [[ $option == ${option} ]] && { echo 'not on this host' >&2; exit 1; }; done
exec /usr/bin/bwrap "$@"
`,
    { mode: 0o755 },
  );
  await chmod(path, 0o755);
  return path;
}

const lineOf = async (part: string, options: Parameters<typeof diagnose>[0]) =>
  (await diagnose(options)).find((line) => line.part === part);

test('this host: each part is tried, the whole sandbox last', async () => {
  const lines = await diagnose();
  expect(lines.filter(({ state }) => state === 'missing')).toEqual([]);
  expect(lines.at(-1)).toEqual({
    part: 'whole sandbox',
    state: 'ok',
    why: 'started, and examined from inside',
    mend: '',
  });
});

test('without bubblewrap: missing, with the package to install, and no sandbox', async () => {
  const options = { bwrapPath: '/no/such/bwrap' };
  expect(await lineOf('bubblewrap', options)).toMatchObject({
    state: 'missing',
    mend: expect.stringContaining('install') as string,
  });
  await using backend = createBubblewrapBackend(options);
  await expect(backend.probe()).rejects.toMatchObject({
    code: 'SandboxUnavailable',
    message: expect.stringContaining('bubblewrap') as string,
  });
  await expect(
    backend.create({ id: newId(), rules: STANDARD, limits: DEFAULT_RESOURCE_LIMITS }),
  ).rejects.toMatchObject({ code: 'SandboxUnavailable' });
});

test('without user namespaces: missing, with the switch to set, and nothing is lowered', async () => {
  const options = { bwrapPath: await bwrapWithout('--unshare-user') };
  expect(await lineOf('user namespaces', options)).toMatchObject({
    state: 'missing',
    why: 'not on this host',
  });
  await using backend = createBubblewrapBackend(options);
  await expect(backend.probe()).rejects.toMatchObject({
    code: 'SandboxUnavailable',
    message: expect.stringContaining('user namespaces') as string,
  });
});

test('without an own /proc, as in many nested containers: missing', async () => {
  const options = { bwrapPath: await bwrapWithout('--proc') };
  expect(await lineOf('own /proc', options)).toMatchObject({
    state: 'missing',
    mend: expect.stringContaining('systempaths=unconfined') as string,
  });
});

test('where nested user namespaces cannot be switched off, sandboxes still work', async () => {
  const options = { bwrapPath: await bwrapWithout('--disable-userns') };
  expect(await lineOf('no nested user namespaces', options)).toMatchObject({ state: 'degraded' });
  expect(await lineOf('whole sandbox', options)).toMatchObject({ state: 'ok' });
});

test('without control groups: the lower tier, named as such', async () => {
  expect(await lineOf('control groups', { cgroups: 'off' })).toMatchObject({ state: 'degraded' });
  await using backend = createBubblewrapBackend({ cgroups: 'off' });
  expect(await backend.probe()).toBe('namespaces+seccomp+rlimit');
});

test('a seccomp profile with an unknown call is refused by name before any sandbox', async () => {
  await using backend = createBubblewrapBackend({
    seccomp: {
      standard: {
        defaultAction: 'SCMP_ACT_ERRNO',
        syscalls: [{ names: ['raed'], action: 'SCMP_ACT_ALLOW' }],
      },
    },
  });
  await expect(backend.probe()).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: expect.stringContaining('raed') as string,
  });
});

if (process.getuid?.() === 0) {
  test('a data directory that is mounted noexec is named, with what to do', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'repltool-noexec-'));
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'noexec,mode=755', 'tmpfs', dataDir]);
    onTestFinished(async () => {
      execFileSync('/bin/umount', ['-l', dataDir]);
      await rm(dataDir, { recursive: true });
    });
    expect(await lineOf('data directory', { dataDir })).toMatchObject({
      state: 'missing',
      mend: expect.stringContaining('noexec') as string,
    });
    await using backend = createBubblewrapBackend({ dataDir });
    await expect(backend.probe()).rejects.toMatchObject({
      code: 'SandboxUnavailable',
      message: expect.stringContaining('noexec') as string,
    });
  });

  test('a data directory the sandboxes cannot walk to is not used', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'repltool-closed-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    expect(await lineOf('data directory', { dataDir })).toEqual({
      part: 'data directory',
      state: 'ok',
      why: '/var/lib/repltool/servers',
      mend: '',
    });
  });

  test('control groups that may not be written give the lower tier, with why', async () => {
    const { child, answer } = await startServer('tier.ts', [], { command: READ_ONLY_GROUPS });
    expect(await answer).toMatchObject({
      tier: 'namespaces+seccomp+rlimit',
      groups: { state: 'degraded', why: expect.stringContaining('may not make groups') as string },
    });
    child.kill();
  });
}

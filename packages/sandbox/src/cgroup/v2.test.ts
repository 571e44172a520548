import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { baseGroup, createGroupsV2, openAccount, setLimits } from './v2.ts';

const COUNTERS = {
  'cgroup.procs': '10\n11\n12\n13\n',
  'cpu.stat': 'usage_usec 5500\nuser_usec 4000\nsystem_usec 1500\n',
  'memory.peak': '123456\n',
  'memory.events': 'low 0\nhigh 0\nmax 9\noom 3\noom_kill 2\noom_group_kill 0\n',
  'pids.events': 'max 7\n',
};
const LIMITS = { max_memory_mb: 100, max_processes: 10 };

/** A directory with files like the kernel's: what is written there is what the kernel would be told. */
async function groupDirectory(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'repltool-cgroup-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

test('the controllers that are there are handed down to the groups of sandboxes', async () => {
  const base = await groupDirectory({ 'cgroup.controllers': 'cpuset cpu io memory pids\n' });
  expect(createGroupsV2(base, 'repltool-1').version).toBe(2);
  expect(await readFile(join(base, 'cgroup.subtree_control'), 'utf8')).toBe('+cpu +memory +pids');
});

test('a server that has moved to the leaf makes its groups beside it', () => {
  expect(baseGroup('/sys/fs/cgroup/app')).toBe('/sys/fs/cgroup/app');
  expect(baseGroup('/sys/fs/cgroup/app/repltool-host')).toBe('/sys/fs/cgroup/app');
});

test('the limits of a sandbox: memory without swap, tasks', async () => {
  const directory = await groupDirectory({ 'memory.swap.max': 'max\n' });
  setLimits(directory, LIMITS);
  const read = (name: string): Promise<string> => readFile(join(directory, name), 'utf8');
  expect(await read('memory.max')).toBe(String(100 * 1024 * 1024));
  expect(await read('memory.swap.max')).toBe('0');
  expect(await read('pids.max')).toBe('28');
});

test('without swap accounting, swap is left alone', async () => {
  const directory = await groupDirectory({});
  setLimits(directory, LIMITS);
  expect(readdirSync(directory).sort()).toEqual(['memory.max', 'pids.max']);
});

test('figures are read from the files, and a process is put in by writing its pid', async () => {
  const directory = await groupDirectory(COUNTERS);
  const account = openAccount(directory);
  expect(account.usage()).toEqual({
    cpuUserMs: 4,
    cpuSystemMs: 1.5,
    peakMemoryBytes: 123_456,
    processes: 2,
    oomKills: 2,
    processLimitHits: 7,
  });
  await writeFile(join(directory, 'cpu.stat'), 'user_usec 9000\nsystem_usec 0\n');
  expect(account.usage()).toMatchObject({ cpuUserMs: 9, cpuSystemMs: 0 });
  account.attach(99);
  expect(await readFile(join(directory, 'cgroup.procs'), 'utf8')).toMatch(/^99/);
});

test('what is not urgent has the time that others leave, where the kernel can do that', async () => {
  const directory = await groupDirectory({ ...COUNTERS, 'cpu.idle': '0\n' });
  const account = openAccount(directory);
  account.prioritise(false);
  expect(await readFile(join(directory, 'cpu.idle'), 'utf8')).toBe('1\n');
  account.prioritise(true);
  expect(await readFile(join(directory, 'cpu.idle'), 'utf8')).toBe('0\n');
  openAccount(await groupDirectory(COUNTERS)).prioritise(false);
});

test('a kernel without memory.peak gives no peak', async () => {
  const { 'memory.peak': _, ...counters } = COUNTERS;
  const account = openAccount(await groupDirectory(counters));
  expect(account.usage().peakMemoryBytes).toBeNull();
  account.resetPeak();
});

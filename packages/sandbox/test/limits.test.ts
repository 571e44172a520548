import { describe, expect, test } from 'vitest';
import { createFixture, json } from './fixture.ts';
import { finish, pythonSpec } from './specs.ts';
import { RELAXED, STANDARD, STRICT } from './modes.ts';

const TIERS = [
  { tier: 'namespaces+seccomp+cgroup', options: {} },
  { tier: 'namespaces+seccomp+rlimit', options: { cgroups: 'off' } },
] as const;

const SPEND_CPU = `
import time
end = time.process_time() + 0.3
while time.process_time() < end: pass`;

describe.each(TIERS)('in the tier $tier', ({ tier, options }) => {
  const fixture = createFixture(options);

  test('the tier is reported (R-SBX-13)', async () => {
    expect(await fixture.backend.probe()).toBe(tier);
    await using sandbox = await fixture.create(STRICT);
    expect(sandbox.isolation).toBe(tier);
  });

  test('too much memory ends the process and is counted (R-LIM-03)', async () => {
    await using sandbox = await fixture.create(STANDARD, { max_memory_mb: 64 });
    const started = await sandbox.launch(
      pythonSpec(`
import time
data = []
while True:
    data.append(bytearray(b'x' * (1 << 20)))
    time.sleep(0.002)`),
    );
    const { exit } = await finish(started);
    expect(exit).toEqual({ code: null, signal: 'SIGKILL' });
    expect(sandbox.usage().oomKills).toBeGreaterThanOrEqual(1);
    expect(sandbox.usage().peakMemoryBytes).toBeGreaterThan(32 << 20);

    sandbox.resetPeak();
    const again = await finish(await sandbox.launch(pythonSpec('print(1)')));
    expect(again.stdout).toBe('1\n');
    expect(sandbox.usage().peakMemoryBytes).toBeLessThan(32 << 20);
  });

  test('memory of many processes counts together', async () => {
    await using sandbox = await fixture.create(STANDARD, { max_memory_mb: 96 });
    const started = await sandbox.launch(
      pythonSpec(`
import os, time
for _ in range(8):
    if os.fork() == 0:
        data = bytearray(b'x' * (24 << 20))
        time.sleep(60)
try:
    while True: os.wait()
except ChildProcessError: pass`),
    );
    const deadline = Date.now() + 15_000;
    while (sandbox.usage().oomKills === 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sandbox.usage().oomKills).toBeGreaterThanOrEqual(1);
    await started.kill();
  });

  test('a fork bomb stops at max_processes, and the host does not feel it (R-LIM-06)', async () => {
    await using sandbox = await fixture.create(STANDARD, { max_processes: 20 });
    const started = await sandbox.launch(
      pythonSpec(`
import os, time
made = 0
try:
    while made < 500:
        if os.fork() == 0: time.sleep(60); os._exit(0)
        made += 1
except OSError as error: print(made, error.errno, flush=True)
time.sleep(60)`),
    );
    const EAGAIN = 11;
    const line = await new Promise<string>((resolve) =>
      started.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    const [made, errno] = line.trim().split(' ').map(Number);
    expect(made).toBeGreaterThanOrEqual(19);
    expect(made).toBeLessThanOrEqual(20 + 16);
    expect(errno).toBe(EAGAIN);
    expect(sandbox.usage().processes).toBeGreaterThanOrEqual(20);
    if (tier === 'namespaces+seccomp+cgroup')
      expect(sandbox.usage().processLimitHits).toBeGreaterThan(0);
    await started.kill();
    expect(sandbox.usage().processes).toBe(0);
  });

  test('one sandbox at its process limit does not keep another from its own', async () => {
    await using full = await fixture.create(STANDARD, { max_processes: 4 });
    await using other = await fixture.create(STANDARD, { max_processes: 4 });
    const bomb = await full.launch(
      pythonSpec(`
import os, time
try:
    while True:
        if os.fork() == 0: time.sleep(60); os._exit(0)
except OSError: print('full', flush=True)
time.sleep(60)`),
    );
    await new Promise((resolve) => bomb.stdout.once('data', resolve));
    const { stdout } = await finish(
      await other.launch(
        pythonSpec('import subprocess; print(subprocess.run(["/bin/true"]).returncode)'),
      ),
    );
    expect(stdout).toBe('0\n');
    await bomb.kill();
  });

  test('CPU time is counted over the processes of a sandbox, also past (R-LIM-02, R-LIM-09)', async () => {
    await using sandbox = await fixture.create(STANDARD);
    const started = await sandbox.launch(
      pythonSpec(`${SPEND_CPU}
import os
if os.fork() == 0:
    end = time.process_time() + 0.3
    while time.process_time() < end: pass
    os._exit(0)
os.wait()
print('done', flush=True)
time.sleep(60)`),
    );
    await new Promise((resolve) => started.stdout.once('data', resolve));
    const { cpuUserMs, cpuSystemMs } = sandbox.usage();
    expect((cpuUserMs ?? 0) + (cpuSystemMs ?? 0)).toBeGreaterThan(550);
    await started.kill();
    const after = sandbox.usage();
    expect((after.cpuUserMs ?? 0) + (after.cpuSystemMs ?? 0)).toBeGreaterThan(550);
  });

  test('the limits of a process are what its own /proc says', async () => {
    const limits = await fixture.python(STANDARD, `print(open('/proc/self/limits').read())`, {
      max_disk_mb: 8,
    });
    const row = (name: string): string | undefined =>
      new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(limits.stdout)?.slice(1).join(' ');
    expect(row('Max core file size')).toBe('0 0');
    expect(row('Max open files')).toBe('1024 1024');
    expect(row('Max file size')).toBe(`${8 << 20} ${8 << 20}`);
  });
});

describe('by the kernel', () => {
  const fixture = createFixture();
  test('/tmp, /dev/shm and the workspace count as memory', async () => {
    await using sandbox = await fixture.create(RELAXED, { max_memory_mb: 48, max_disk_mb: 200 });
    const { exit } = await finish(
      await sandbox.launch(
        pythonSpec(`
with open('/workspace/big', 'wb', 0) as file:
    for _ in range(150): file.write(bytes(1 << 20))`),
      ),
    );
    expect(exit).toEqual({ code: null, signal: 'SIGKILL' });
    expect(sandbox.usage().oomKills).toBeGreaterThanOrEqual(1);
  });

  test('threads are allowed where processes are not', async () => {
    const code = `
import json, os, subprocess, threading
found = {}
for name, attempt in {'fork': os.fork, 'vfork': lambda: subprocess.run(['/bin/true']), 'spawn': lambda: os.posix_spawn('/bin/true', ['true'], {})}.items():
    try: attempt(); found[name] = 'made'
    except OSError as error: found[name] = error.errno
done = []
threads = [threading.Thread(target=lambda: done.append(1)) for _ in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
print(json.dumps({**found, 'threads': len(done)}))`;
    const EPERM = 1;
    expect(json(await fixture.python(STRICT, code))).toEqual({
      fork: EPERM,
      vfork: EPERM,
      spawn: EPERM,
      threads: 8,
    });
  });
});

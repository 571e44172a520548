import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Sandbox } from '@repltool/core';
import { DEFAULT_RESOURCE_LIMITS } from '@repltool/protocol';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { expect, test } from 'vitest';
import { createFixture } from './fixture.ts';
import { newId } from './ids.ts';
import { finish, pythonSpec, shellSpec } from './specs.ts';
import { commandOf, descendants, groupsNamed, isAlive } from './host-view.ts';
import { PYTHON } from './python.ts';
import { STANDARD, STRICT } from './modes.ts';

const fixture = createFixture();

test('the exit status is the code, or the signal that ended the program', async () => {
  expect((await fixture.shell(STANDARD, 'exit 7')).exit).toEqual({ code: 7, signal: null });
  expect((await fixture.shell(STANDARD, 'kill -SEGV $$')).exit).toEqual({
    code: null,
    signal: 'SIGSEGV',
  });
});

test('an interrupt reaches the program and what it waits for, as Ctrl-C does', async () => {
  await using sandbox = await fixture.create(STANDARD);
  const started = await sandbox.launch(
    pythonSpec(`
import signal, subprocess
signal.signal(signal.SIGINT, lambda *_: None)
child = subprocess.Popen(['/bin/sh', '-c', 'trap "echo child; exit 5" INT; echo up; while :; do sleep 0.01; done'])
print('parent', child.wait(), flush=True)`),
  );
  await new Promise((resolve) => started.stdout.once('data', resolve));
  started.interrupt();
  const { stdout, exit } = await finish(started);
  expect([stdout, exit]).toEqual(['child\nparent 5\n', { code: 0, signal: null }]);
});

test('a request to terminate reaches the same processes, and may be answered', async () => {
  await using sandbox = await fixture.create(STANDARD);
  const started = await sandbox.launch(
    shellSpec('trap "echo bye; exit 4" TERM; echo up; while :; do sleep 0.01; done'),
  );
  await new Promise((resolve) => started.stdout.once('data', resolve));
  started.terminate();
  expect(await finish(started)).toMatchObject({ stdout: 'bye\n', exit: { code: 4 } });
});

test('a kill ends daemonised grandchildren too, and stopped ones', async () => {
  await using sandbox = await fixture.create(STANDARD);
  const started = await sandbox.launch(
    shellSpec(
      'setsid sh -c "sleep 777 & sleep 778" & sh -c "kill -STOP \\$\\$" & echo up; sleep 779',
    ),
  );
  await new Promise((resolve) => started.stdout.once('data', resolve));
  // The backend starts programs of its own meanwhile, which are no business of this one.
  const pids = descendants(process.pid).filter((pid) => /sleep 77|STOP/.test(commandOf(pid)));
  expect(pids.length).toBeGreaterThanOrEqual(5);
  await started.kill();
  await started.kill();
  expect(await started.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(pids.filter(isAlive)).toEqual([]);
});

test('when the program ends, what it left in the background ends with it before the next starts', async () => {
  await using sandbox = await fixture.create(STANDARD);
  const first = await sandbox.launch(shellSpec('setsid sleep 777 & echo up; read -r line <&3'));
  await new Promise((resolve) => first.stdout.once('data', resolve));
  const pids = descendants(process.pid).filter((pid) => commandOf(pid).includes('sleep 777'));
  first.toDriver.write('\n');
  await first.exited;
  const second = await finish(await sandbox.launch(shellSpec('exit 0')));
  expect(second.exit.code).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
});

test('disposing leaves no process, directory, mount or control group', async () => {
  const id = newId();
  const sandbox = await fixture.backend.create({
    id,
    rules: STANDARD,
    limits: DEFAULT_RESOURCE_LIMITS,
  });
  const before = descendants(process.pid);
  const started = await sandbox.launch(
    shellSpec('setsid sleep 777 & ln -s / root; mkdir d; chmod 0 d; echo up; sleep 778'),
  );
  await new Promise((resolve) => started.stdout.once('data', resolve));
  const workspace = sandbox.workspace ?? '';
  const pids = descendants(process.pid).filter((pid) => !before.includes(pid));
  if (sandbox.isolation === 'namespaces+seccomp+cgroup') expect(groupsNamed(id)).not.toEqual([]);

  await Promise.all([sandbox[Symbol.asyncDispose](), sandbox[Symbol.asyncDispose]()]);

  expect(pids.filter(isAlive)).toEqual([]);
  expect(existsSync(workspace)).toBe(false);
  expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(id);
  expect(groupsNamed(id)).toEqual([]);
  await expect(sandbox.launch(shellSpec(':'))).rejects.toMatchObject({
    code: 'SandboxUnavailable',
  });
});

test('a backend that is disposed of takes its sandboxes along and makes no more', async () => {
  const backend = createBubblewrapBackend();
  const made: Sandbox[] = await Promise.all(
    [1, 2, 3].map(() =>
      backend.create({ id: newId(), rules: STANDARD, limits: DEFAULT_RESOURCE_LIMITS }),
    ),
  );
  const before = descendants(process.pid);
  const started = await Promise.all(made.map((sandbox) => sandbox.launch(shellSpec('sleep 777'))));
  const pids = descendants(process.pid).filter((pid) => !before.includes(pid));
  await backend[Symbol.asyncDispose]();
  await backend[Symbol.asyncDispose]();
  await Promise.all(started.map(({ exited }) => exited));
  expect(pids.filter(isAlive)).toEqual([]);
  expect(made.map(({ workspace }) => existsSync(workspace ?? '/'))).toEqual([false, false, false]);
  await expect(
    backend.create({ id: newId(), rules: STRICT, limits: DEFAULT_RESOURCE_LIMITS }),
  ).rejects.toMatchObject({ code: 'ShuttingDown' });
});

test('a backend that was never used leaves nothing to dispose of', async () => {
  await expect(createBubblewrapBackend()[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

test('an aborted launch rejects with the reason and leaves nothing running', async () => {
  await using sandbox = await fixture.create(STANDARD);
  const before = descendants(process.pid);
  await expect(
    sandbox.launch(shellSpec('sleep 777'), AbortSignal.abort(new Error('no more'))),
  ).rejects.toThrow('no more');
  const controller = new AbortController();
  const launched = sandbox.launch(shellSpec('sleep 777'), controller.signal);
  setImmediate(() => controller.abort(new Error('changed my mind')));
  const outcome = await launched.then(
    (process) => process.kill(),
    (error: unknown) => error,
  );
  if (outcome !== undefined) expect(outcome).toMatchObject({ message: 'changed my mind' });
  expect(descendants(process.pid).filter((pid) => !before.includes(pid))).toEqual([]);
  expect((await finish(await sandbox.launch(shellSpec('exit 3')))).exit.code).toBe(3);
});

test('a program that is not there, or cannot be reached, refuses the launch quickly and by name', async () => {
  await using sandbox = await fixture.create(STRICT);
  const spec = pythonSpec('');
  await expect(
    sandbox.launch({ ...spec, mounts: [{ source: '/no/such/python' }] }),
  ).rejects.toMatchObject({
    code: 'SandboxUnavailable',
    message: expect.not.stringContaining('/no/such') as string,
    cause: { message: 'There is nothing at /no/such/python.' },
  });
  await expect(
    sandbox
      .launch({ ...spec, mounts: [...spec.mounts, { source: '/no/such/thing', optional: true }] })
      .then(finish),
  ).resolves.toMatchObject({ exit: { code: 0 } });
});

test.each([
  ['a NUL byte in a variable', { env: { X: 'a\0--bind\0/\0/host' } }, 'env.X'],
  ['a NUL byte in an argument', { argv: [PYTHON, 'a\0b'] }, 'argv.1'],
  ['a variable without a name', { env: { '': 'x' } }, 'env.'],
  ['a relative mount', { mounts: [{ source: 'usr' }] }, 'mounts.0.source'],
  ['a mount that climbs', { mounts: [{ source: '/usr/../etc' }] }, 'mounts.0.source'],
  ['a mount over /proc', { mounts: [{ source: '/usr', target: '/proc/self' }] }, 'mounts.0.target'],
  ['a mount over /etc', { mounts: [{ source: '/etc' }] }, 'mounts.0.target'],
  ['the whole root', { mounts: [{ source: '/' }] }, 'mounts.0.source'],
  [
    'a driver file that climbs',
    { driverFiles: [{ source: '/etc/hosts', name: '../x' }] },
    'driverFiles.0.name',
  ],
])('%s is refused by name', async (_, change, field) => {
  await using sandbox = await fixture.create(STANDARD);
  await expect(sandbox.launch({ ...shellSpec(':'), ...change })).rejects.toMatchObject({
    code: 'InvalidRequest',
    issues: expect.arrayContaining([expect.objectContaining({ field })]) as unknown,
  });
});

test('driver files arrive by descriptor, read-only, whoever may reach them on the host', async () => {
  await using sandbox = await fixture.create(STRICT);
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts'));
  const started = await sandbox.launch({
    ...pythonSpec(`
import json, os
root = '/opt/repltool/driver'
print(json.dumps({name: [os.path.getsize(f'{root}/{name}') > 0, os.access(f'{root}/{name}', os.W_OK)] for name in sorted(os.listdir(root))}))`),
    driverFiles: files.map((name) => ({ source: `${import.meta.dirname}/${name}`, name })),
  });
  expect(JSON.parse((await finish(started)).stdout)).toEqual(
    Object.fromEntries(files.map((name) => [name, [true, false]])),
  );
});

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFixture, json } from './fixture.ts';
import { finish, pythonSpec, shellSpec } from './specs.ts';
import { MODES, RELAXED, STANDARD, STRICT } from './modes.ts';

const fixture = createFixture();

async function canary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'repltool-canary-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'canary.txt');
  await writeFile(path, 's3cr3t-file');
  return path;
}

describe.each(MODES)('in $mode mode', (rules) => {
  test('the root holds what is on the list and nothing else', async () => {
    const code = `
import json, os
print(json.dumps({path: sorted(os.listdir(path)) for path in ['/', '/dev', '/tmp', '/workspace', '/opt', '/home'] if os.path.isdir(path)}))`;
    const seen = json(await fixture.python(rules, code)) as Record<string, string[]>;
    const links = ['bin', 'lib', 'lib32', 'lib64', 'libx32', 'sbin'];
    expect(seen['/']?.filter((name) => !links.includes(name))).toEqual([
      'dev',
      'etc',
      'opt',
      'proc',
      'tmp',
      'usr',
      'workspace',
    ]);
    expect(seen['/dev']).toEqual([
      'fd',
      'full',
      'null',
      'random',
      'shm',
      'stderr',
      'stdin',
      'stdout',
      'urandom',
      'zero',
    ]);
    expect(seen['/tmp']).toEqual([]);
    expect(seen['/workspace']).toEqual([]);
  });

  test('host secrets are not there to be read, by any path', async () => {
    const path = await canary();
    const code = `
import json
read = []
for path in ['/etc/shadow', '/etc/sudoers', '/root/.bashrc', '/root/.ssh/id_rsa', '/var/lib/repltool', '/proc/1/root/etc/shadow',
             '/proc/self/root/root/.bashrc', '/sys/kernel/notes', '/proc/kcore', '/dev/sda', '/dev/mem', '/proc/kmsg', ${JSON.stringify(path)}, '/proc/1/cwd${path}']:
    try: open(path, 'rb').read(1); read.append(path)
    except OSError: pass
print(json.dumps(read))`;
    expect(json(await fixture.python(rules, code))).toEqual([]);
  });

  test('what /proc tells of the machine to everyone is masked', async () => {
    const code = `
import json
print(json.dumps([open('/proc/' + name).read() for name in ['cmdline', 'diskstats', 'partitions', 'keys', 'key-users']]))`;
    expect(json(await fixture.python(rules, code))).toEqual(['', '', '', '', '']);
    expect((await readFile('/proc/cmdline', 'utf8')).length).toBeGreaterThan(0);
  });

  test('only the allowed places can be written', async () => {
    const code = `
import json, os
written = []
for root, directories, files in os.walk('/'):
    if root.startswith(('/proc/', '/usr/share', '/usr/lib')) or root == '/proc': directories[:] = []; continue
    try:
        with open(os.path.join(root, 'x_w'), 'w'): written.append(root)
        os.unlink(os.path.join(root, 'x_w'))
    except OSError: pass
for path in ['/usr/lib', '/usr/share', '/proc/sys/kernel/hostname', '/proc/sysrq-trigger', '/proc/1/oom_score_adj']:
    try: open(path + '/x_w' if os.path.isdir(path) else path, 'w').write('1'); written.append(path)
    except OSError: pass
print(json.dumps(sorted(written)))`;
    const allowed = rules.writable === 'none' ? [] : ['/dev/shm', '/tmp', '/workspace'];
    const seen = json(await fixture.python(rules, code)) as string[];
    // A process may make itself likelier to be killed for want of memory.
    expect(seen.filter((path) => path !== '/proc/1/oom_score_adj')).toEqual(allowed);
  });

  test('no program with a set-id bit gains anything, and none is in the toolbox', async () => {
    const code = `
import json, os, stat
found = [name for name in os.listdir('/usr/bin') if os.stat('/usr/bin/' + name).st_mode & 0o6000]
flags = {f.split()[4]: f.split()[5] for f in open('/proc/self/mountinfo')}
print(json.dumps({'found': found, 'suid mounts': [point for point, options in flags.items() if 'nosuid' not in options.split(',')]}))`;
    const seen = json(await fixture.python(rules, code)) as Record<string, string[]>;
    if (rules.processes !== 'system') expect(seen['found']).toEqual([]);
    expect(seen['suid mounts']).toEqual([]);
  });
});

test('strict has the interpreter as the only program', async () => {
  const seen = json(
    await fixture.python(STRICT, 'import json, os; print(json.dumps(os.listdir("/usr/bin")))'),
  );
  expect(seen).toHaveLength(1);
});

test('standard has the programs of the toolbox that the host has, and they run', async () => {
  const { stdout, stderr } = await fixture.shell(
    STANDARD,
    'ls /usr/bin; awk "BEGIN { print 6 * 7 }"; git init -q r 2>&1; cd r && git status --short && echo git works; head -1 /etc/passwd',
  );
  expect(stdout).toBe('awk\nbash\ncat\ngit\nls\nmkfifo\nsetsid\nsh\nsleep\ntrue\n42\ngit works\n');
  expect(stderr).toContain('head');
});

test('relaxed has all of the system', async () => {
  const { stdout } = await fixture.shell(
    RELAXED,
    'id -un; head -c 4 /etc/passwd; ls /usr/bin | wc -l',
  );
  expect(stdout).toMatch(/^sandbox\nroot\d{2,}\n$/);
});

test('a sized workspace is full at max_disk_mb, in bytes and in files, and so is /tmp (R-LIM-07)', async () => {
  const code = `
import errno, json, os
def fill(path):
    try:
        with open(path, 'wb', 0) as file:
            while True: file.write(bytes(1 << 20))
    except OSError as error: return [errno.errorcode[error.errno], os.path.getsize(path) >> 20]
found = {}
import resource, signal
for place in ['/workspace', '/tmp', '/dev/shm']:
    found[place] = fill(place + '/a')
    os.unlink(place + '/a')
count = 0
try:
    for count in range(100000): open(f'/workspace/{count}', 'w').close()
except OSError as error: found['files'] = [errno.errorcode[error.errno], count < 3000]
fd = os.open('/tmp/pre', os.O_CREAT | os.O_RDWR)
try: os.posix_fallocate(fd, 0, 20 << 30)
except OSError as error: found['allocated'] = errno.errorcode[error.errno]
print(json.dumps(found))`;
  const seen = json(await fixture.python(STANDARD, code, { max_disk_mb: 4 })) as Record<
    string,
    unknown
  >;
  for (const place of ['/workspace', '/tmp', '/dev/shm'])
    expect(seen[place]).toEqual([expect.stringMatching(/^(ENOSPC|EFBIG)$/), 4]);
  expect(seen['files']).toEqual(['ENOSPC', true]);
  expect(seen['allocated']).toMatch(/^(ENOSPC|EFBIG)$/);
});

test('the workspace outlives a process, and the host sees it; /tmp does not', async () => {
  await using sandbox = await fixture.create(STANDARD);
  await finish(await sandbox.launch(shellSpec('echo kept > f; echo lost > /tmp/f; ln -s /etc l')));
  const second = await finish(await sandbox.launch(shellSpec('cat f; cat /tmp/f')));
  expect(second.stdout).toBe('kept\n');
  expect(second.stderr).toContain('/tmp/f');
  const path = join(sandbox.workspace ?? '', 'f');
  expect(await readFile(path, 'utf8')).toBe('kept\n');
  expect((await stat(sandbox.workspace ?? '')).mode & 0o777).toBe(0o700);
});

test('sandboxes see nothing of each other', async () => {
  await using one = await fixture.create(STANDARD);
  await using other = await fixture.create(STANDARD);
  const started = await one.launch(
    pythonSpec(`
import socket, time
open('/workspace/mine', 'w').write('x'); open('/tmp/mine', 'w').write('x'); open('/dev/shm/mine', 'w').write('x')
s = socket.socket(socket.AF_UNIX); s.bind('\\0repltool-canary'); s.listen()
t = socket.create_server(('127.0.0.1', 40404))
print('up', flush=True); time.sleep(60)`),
  );
  await new Promise((resolve) => started.stdout.once('data', resolve));
  const { stdout } = await finish(
    await other.launch(
      pythonSpec(`
import json, os, socket
found = [p for p in ['/workspace/mine', '/tmp/mine', '/dev/shm/mine'] if os.path.exists(p)]
for family, address in [(socket.AF_UNIX, '\\0repltool-canary'), (socket.AF_INET, ('127.0.0.1', 40404))]:
    try: socket.socket(family).connect(address); found.append(str(address))
    except OSError: pass
print(json.dumps(found + [p for p in os.listdir('/proc') if p.isdigit() and int(p) > 2]))`),
    ),
  );
  expect(JSON.parse(stdout)).toEqual([]);
  await started.kill();
});

import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createFixture, json } from './fixture.ts';
import { pythonSpec } from './specs.ts';
import { descendants, statusOf } from './host-view.ts';
import { MODES, RELAXED, STANDARD, STRICT } from './modes.ts';

const fixture = createFixture();

const IDENTITY = `
import json, os, socket
status = {name: value.strip() for name, _, value in (line.partition(':') for line in open('/proc/self/status'))}
print(json.dumps({
  'uid': os.getuid(), 'gid': os.getgid(), 'groups': os.getgroups(),
  'host': os.uname().nodename,
  'caps': [status[name] for name in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb')],
  'nnp': status['NoNewPrivs'], 'seccomp': status['Seccomp'],
  'pids': sorted(int(p) for p in os.listdir('/proc') if p.isdigit()),
  'cgroup': sorted({line.split(':', 2)[2].strip() for line in open('/proc/self/cgroup')}),
  'cwd': os.getcwd(),
}))
`;

describe.each(MODES)('in $mode mode', (rules) => {
  test('user code is uid 1000 without any capability or privilege to gain, in a process list of its own', async () => {
    expect(json(await fixture.python(rules, IDENTITY))).toEqual({
      uid: 1000,
      gid: 1000,
      groups: [],
      host: 'sandbox',
      caps: Array.from({ length: 5 }, () => '0000000000000000'),
      nnp: '1',
      seccomp: '2',
      pids: [1, 2],
      cgroup: ['/'],
      cwd: '/workspace',
    });
    expect(hostname()).not.toBe('sandbox');
  });

  test('the environment is what was given and nothing else (R-SBX-15)', async () => {
    process.env.REPLTOOL_CANARY = 's3cr3t-env';
    await using sandbox = await fixture.create(rules);
    const started = await sandbox.launch(
      pythonSpec(
        `import glob, json
def read(path):
    try: return open(path, 'rb').read().decode()
    except OSError: return ''
print(json.dumps({path: read(path).split('\\0') for path in ['/proc/self/environ', '/proc/1/environ', '/proc/1/cmdline']}))`,
        { ONLY: 'this' },
      ),
    );
    const seen = JSON.parse(await text(started.stdout)) as Record<string, string[]>;
    // bwrap adds where it starts the program.
    expect(seen['/proc/self/environ']).toEqual([
      'PATH=/usr/bin:/bin',
      'ONLY=this',
      'PWD=/workspace',
      '',
    ]);
    expect(seen['/proc/1/environ']?.join()).not.toContain('s3cr3t');
    expect(seen['/proc/1/environ']?.filter((one) => one !== '' && one !== 'PWD=/')).toEqual([]);
    // bwrap's options, which name host paths, came by descriptor.
    expect(seen['/proc/1/cmdline']?.slice(0, 3)).toEqual([
      expect.stringMatching(/bwrap$/),
      '--args',
      '5',
    ]);
    expect(seen['/proc/1/cmdline']?.join(' ')).not.toMatch(/bind|var\/lib|sandboxes/);
  });

  test('no process of a sandbox has a uid outside that is root or the uid inside', async () => {
    await using sandbox = await fixture.create(rules);
    const started = await sandbox.launch(
      pythonSpec('import time; print("up", flush=True); time.sleep(60)'),
    );
    await new Promise((resolve) => started.stdout.once('data', resolve));
    const uids = descendants(process.pid).map((pid) =>
      Number(/^Uid:\s+(\d+)/m.exec(statusOf(pid))?.[1]),
    );
    expect(uids.length).toBeGreaterThanOrEqual(3);
    if (process.getuid?.() === 0)
      expect(uids.filter((uid) => uid === 0 || uid === 1000)).toEqual([]);
    await started.kill();
  });
});

test('network: strict makes no socket, standard has an empty network, relaxed a loopback of its own', async () => {
  const code = `
import json, socket
found = {}
for name, family in [('unix', socket.AF_UNIX), ('inet', socket.AF_INET), ('inet6', socket.AF_INET6), ('netlink', 16), ('packet', 17), ('vsock', 40), ('alg', 38), ('bluetooth', 31)]:
    try:
        socket.socket(family, socket.SOCK_STREAM if family in (1, 2, 10, 40) else socket.SOCK_RAW).close(); found[name] = 'made'
    except OSError as error: found[name] = error.errno
try:
    s = socket.socket(socket.AF_INET, socket.SOCK_RAW, 1); found['raw'] = 'made'
except OSError as error: found['raw'] = error.errno
try:
    listener = socket.create_server(('127.0.0.1', 0)); client = socket.create_connection(listener.getsockname(), 2); found['loopback'] = 'connected'
except OSError as error: found['loopback'] = error.errno
try:
    socket.create_connection(('1.1.1.1', 53), 2); found['outside'] = 'connected'
except OSError as error: found['outside'] = error.errno
try: found['interfaces'] = sorted(line.split(':')[0].strip() for line in open('/proc/net/dev') if ':' in line)
except OSError as error: found['interfaces'] = error.errno
print(json.dumps(found))
`;
  const EPERM = 1;
  const refused = {
    netlink: EPERM,
    packet: EPERM,
    vsock: EPERM,
    alg: EPERM,
    bluetooth: EPERM,
    raw: EPERM,
  };
  expect(json(await fixture.python(STRICT, code))).toEqual({
    ...refused,
    unix: EPERM,
    inet: EPERM,
    inet6: EPERM,
    loopback: EPERM,
    outside: EPERM,
    interfaces: ['lo'],
  });
  const ENETUNREACH = 101;
  const open = {
    ...refused,
    unix: 'made',
    inet: 'made',
    inet6: 'made',
    interfaces: ['lo'],
    outside: ENETUNREACH,
  };
  expect(json(await fixture.python(STANDARD, code))).toEqual({ ...open, loopback: 'connected' });
  expect(json(await fixture.python(RELAXED, code))).toEqual({ ...open, loopback: 'connected' });
});

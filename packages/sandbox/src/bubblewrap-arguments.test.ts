import { expect, test } from 'vitest';
import { bubblewrapArguments, type BubblewrapPlan } from './bubblewrap-arguments.ts';

const PLAN: BubblewrapPlan = {
  root: [],
  env: {},
  workingDirectory: '/workspace',
  seccompFd: 6,
  statusFd: 7,
  blockFd: 9,
  disableUserNamespaces: true,
};

test('every plan has all namespaces, an unprivileged user, no capability and a clean environment', () => {
  expect(bubblewrapArguments(PLAN)).toEqual([
    '--unshare-user',
    '--unshare-all',
    '--disable-userns',
    ...['--uid', '1000', '--gid', '1000'],
    ...['--hostname', 'sandbox'],
    ...['--cap-drop', 'ALL'],
    '--new-session',
    '--die-with-parent',
    '--clearenv',
    ...['--chdir', '/workspace'],
    ...['--seccomp', '6'],
    ...['--json-status-fd', '7'],
    ...['--block-fd', '9'],
  ]);
});

test('each step of the root file system becomes its option, in order', () => {
  const args = bubblewrapArguments({
    ...PLAN,
    root: [
      { kind: 'read-only', source: '/a', target: '/b' },
      { kind: 'writable', source: '/c', target: '/d' },
      { kind: 'device', path: '/dev/null' },
      { kind: 'tmpfs', target: '/tmp', sizeBytes: 4096, mode: 0o1777 },
      { kind: 'directory', target: '/e' },
      { kind: 'symlink', to: 'usr/bin', target: '/bin' },
      { kind: 'file', fd: 10, target: '/f' },
      { kind: 'proc' },
      { kind: 'seal', target: '/' },
    ],
  }).join(' ');
  expect(args).toContain(
    '--clearenv --ro-bind /a /b --bind /c /d --dev-bind /dev/null /dev/null --perms 1777 --size 4096 --tmpfs /tmp' +
      ' --perms 0755 --dir /e --symlink usr/bin /bin --perms 0444 --file 10 /f --proc /proc --remount-ro / --chdir',
  );
});

test('variables are set one by one', () => {
  expect(bubblewrapArguments({ ...PLAN, env: { A: '1', B: 'two words' } }).join('|')).toContain(
    '--setenv|A|1|--setenv|B|two words',
  );
});

test('nested user namespaces are left to the filter where they cannot be switched off', () => {
  expect(bubblewrapArguments({ ...PLAN, disableUserNamespaces: false })).not.toContain(
    '--disable-userns',
  );
});

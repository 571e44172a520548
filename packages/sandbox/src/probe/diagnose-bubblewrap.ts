import type { HostUser } from '../host/sandbox-user.ts';
import { degraded, missing, ok, type Diagnosis } from './diagnosis.ts';
import { tryBubblewrap } from './trial.ts';
import { userNamespaceMend } from './user-namespaces.ts';

interface Step {
  readonly part: string;
  readonly options: readonly string[];
  readonly good: string;
  readonly failed: (words: string) => Diagnosis;
}

const HOST_ROOT = ['--ro-bind', '/', '/'];
const NAMESPACES = ['--unshare-user', '--unshare-all'];

const STEPS: readonly Step[] = [
  {
    part: 'user namespaces',
    options: ['--unshare-user', ...HOST_ROOT],
    good: 'an unprivileged user can make them',
    failed: (words) => missing('user namespaces', words, userNamespaceMend()),
  },
  {
    part: 'other namespaces',
    options: [...NAMESPACES, ...HOST_ROOT],
    good: 'pid, network, IPC, host name, mount and cgroup',
    failed: (words) =>
      missing(
        'other namespaces',
        words,
        'raise the limits in /proc/sys/user/max_*_namespaces, or use a kernel built with all namespaces',
      ),
  },
  {
    part: 'own /proc',
    options: [...NAMESPACES, ...HOST_ROOT, '--proc', '/proc'],
    good: 'it can be mounted inside',
    failed: (words) =>
      missing(
        'own /proc',
        words,
        'in a container, run it with an unmasked /proc: docker run --security-opt systempaths=unconfined …, or --privileged',
      ),
  },
  {
    part: 'bubblewrap options',
    options: [...NAMESPACES, ...HOST_ROOT, '--perms', '0755', '--size', '65536', '--tmpfs', '/tmp'],
    good: 'sized file systems and permissions',
    failed: (words) => missing('bubblewrap options', words, 'install bubblewrap 0.7 or later'),
  },
  {
    part: 'no nested user namespaces',
    options: [...NAMESPACES, ...HOST_ROOT, '--proc', '/proc', '--disable-userns'],
    good: 'they can be switched off inside',
    failed: (words) =>
      degraded(
        'no nested user namespaces',
        words,
        'install bubblewrap 0.8 or later and let /proc/sys be written inside; the seccomp filter denies them all the same',
      ),
  },
];

/** Adds one means after the other and reports on each, up to the first that sandboxes cannot do without. */
export async function diagnoseBubblewrap(
  bwrap: string,
  user: HostUser | undefined,
): Promise<Diagnosis[]> {
  const version = await tryBubblewrap(bwrap, ['--version'], user);
  if (!version.passed)
    return [missing('bubblewrap', version.words, 'install the system package bubblewrap')];
  const found = [ok('bubblewrap', bwrap)];
  for (const { part, options, good, failed } of STEPS) {
    const { passed, words } = await tryBubblewrap(bwrap, options, user);
    const line = passed ? ok(part, good) : failed(words);
    found.push(line);
    if (line.state === 'missing') break;
  }
  return found;
}

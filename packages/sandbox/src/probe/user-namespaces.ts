import { readFileSync } from 'node:fs';

interface Switch {
  readonly file: string;
  /** The value that keeps unprivileged users from making user namespaces. */
  readonly closed: string;
  readonly mend: string;
}

const SWITCHES: readonly Switch[] = [
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    closed: '1',
    mend: 'give bwrap an AppArmor profile with `userns,` (Ubuntu 24.04 and later: package apparmor-profiles, profile bwrap-userns-restrict), or: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    closed: '0',
    mend: 'sysctl -w kernel.unprivileged_userns_clone=1',
  },
  {
    file: '/proc/sys/user/max_user_namespaces',
    closed: '0',
    mend: 'sysctl -w user.max_user_namespaces=10000',
  },
];

const IN_A_CONTAINER =
  'in a container, allow the system calls that make namespaces: docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined …';

/** How to let unprivileged users make user namespaces, by the switch that is set on this host. */
export function userNamespaceMend(
  readSwitch: (file: string) => string | null = readOrNull,
): string {
  const closed = SWITCHES.find(({ file, closed }) => readSwitch(file) === closed);
  return closed?.mend ?? IN_A_CONTAINER;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'latin1').trim();
  } catch {
    return null;
  }
}

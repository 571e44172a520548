import type { HostUser } from './host/sandbox-user.ts';
import type { NetworkOptions } from './network/connection-record.ts';
import type { OperatorMount } from './operator-mounts.ts';
import type { SeccompOverrides } from './seccomp/filter-cache.ts';

export interface BubblewrapOptions {
  /**
   * Where sandboxes keep their files while they live. As root it must be a place that every user can walk to, and
   * `/var/lib/repltool` is taken when it is not, or is left out; otherwise a private directory of the temporary one.
   */
  readonly dataDir?: string;
  /** Absolute path of bwrap; looked up in the system's program directories when left out. */
  readonly bwrapPath?: string;
  /**
   * The user outside for every sandbox, when the server is root. Left out, each sandbox gets an unused uid of its
   * own, or `nobody` where only few are mapped.
   */
  readonly user?: HostUser;
  /** `off` never uses control groups, `auto` (default) where the server may write them. */
  readonly cgroups?: 'auto' | 'off';
  /**
   * Profiles in the OCI format that take the place of a mode's own filter. One that is not in the format, or names an
   * unknown system call, is refused by name before the first sandbox.
   */
  readonly seccomp?: SeccompOverrides;
  /** What sessions in relaxed mode see of the host beside its `/usr`; nothing when left out. */
  readonly mounts?: readonly OperatorMount[];
  /** What sessions in relaxed mode reach beside their own loopback; nothing when left out. */
  readonly network?: NetworkOptions;
}

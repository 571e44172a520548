import type { SandboxMode } from './session.ts';
import type { ResourceLimits } from './limits.ts';

/** Which members of objects a language keeps from its cells: those `denied`, and all `__named__` so but the `specials`. */
export interface MemberRules {
  readonly denied: readonly string[];
  readonly specials: readonly string[];
}

/** What one sandbox mode grants, as data: `policy` holds the table, `core` makes a sandbox plan of it, `sandbox` and the drivers enforce it. */
export interface SandboxModeRules {
  readonly mode: SandboxMode;
  /** `none`: nowhere to write. `workspace`: `/workspace` and `/tmp`, within `max_disk_mb` each. */
  readonly writable: 'none' | 'workspace';
  /** `none`: no socket can be made. `isolated`: sockets work, in an empty network. `loopback`: with a loopback interface of its own. */
  readonly network: 'none' | 'isolated' | 'loopback';
  /** `none`: no process can be made. `toolbox`: the programs of `toolbox`. `system`: any program of the host's `/usr`. */
  readonly processes: 'none' | 'toolbox' | 'system';
  /** Names of programs, looked up on the host's system path; those it lacks are left out. */
  readonly toolbox: readonly string[];
  /** Modules that cells of a language may load, by the language's name; a language that is not named may load any. */
  readonly imports?: Readonly<Record<string, readonly string[]>>;
  /** Members that cells of a language may not reach, by the language's name; in one that is not named, all may be. */
  readonly members?: Readonly<Record<string, MemberRules>>;
  /** Ceilings the mode sets on limits, whatever was asked. A request above one is refused by name. */
  readonly ceilings: Partial<ResourceLimits>;
}

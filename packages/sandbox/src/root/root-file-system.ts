import { SANDBOX_PATHS, type ReadOnlyMount } from '@repltool/core';
import type { ResourceLimits, SandboxModeRules } from '@repltool/protocol';
import type { SettledMount } from '../operator-mounts.ts';
import type { HostLayout } from './host-layout.ts';
import { readOnly, type RootOperation } from './operation.ts';
import type { Toolbox } from './toolbox.ts';

const MIB = 1024 * 1024;
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'];
const DEVICE_LINKS = { fd: '', stdin: '/0', stdout: '/1', stderr: '/2' };
/** Facts about the machine that proc shows to every user. */
const MASKED_PROC = ['cmdline', 'diskstats', 'partitions', 'keys', 'key-users'];

export interface RootPlan {
  readonly rules: SandboxModeRules;
  readonly limits: ResourceLimits;
  readonly layout: HostLayout;
  readonly toolbox: Toolbox | null;
  /** The made-up `/etc`, entry by entry. */
  readonly etc: readonly RootOperation[];
  /** Host path of an empty file. */
  readonly empty: string;
  /** Host path of the session's workspace, null in a mode without one. */
  readonly workspace: string | null;
  readonly mounts: readonly ReadOnlyMount[];
  /** Shown by the operator, beside what the mode shows. */
  readonly operatorMounts?: readonly SettledMount[];
  /** Descriptors of the driver files with their names. */
  readonly driverFiles: readonly { readonly fd: number; readonly name: string }[];
}

/** The whole root file system as an allowlist, in order; the last step seals it. */
export function rootFileSystem(plan: RootPlan): RootOperation[] {
  const { rules, limits, workspace } = plan;
  const system = programs(plan);
  return [
    ...system,
    ...etcEntries(plan),
    { kind: 'proc' },
    ...MASKED_PROC.map((name) => readOnly(plan.empty, `/proc/${name}`)),
    ...devices(),
    ...(rules.writable === 'workspace'
      ? [temporary('/dev/shm', limits), temporary(SANDBOX_PATHS.tmp, limits)]
      : [directory('/dev/shm'), directory(SANDBOX_PATHS.tmp)]),
    workspace === null
      ? directory(SANDBOX_PATHS.workspace)
      : { kind: 'writable', source: workspace, target: SANDBOX_PATHS.workspace },
    ...interpreter(plan.mounts, system),
    ...plan.driverFiles.map(({ fd, name }): RootOperation => ({
      kind: 'file',
      fd,
      target: `${SANDBOX_PATHS.driver}/${name}`,
    })),
    ...(plan.operatorMounts ?? []).map(({ source, target, writable }): RootOperation => ({
      kind: writable ? 'writable' : 'read-only',
      source,
      target,
    })),
    { kind: 'seal', target: '/dev' },
    { kind: 'seal', target: '/' },
  ];
}

/** Entries that a runner brings itself are its own. */
function etcEntries({ etc, mounts }: RootPlan): RootOperation[] {
  const taken = new Set(mounts.map(({ source, target = source }) => target));
  return etc.filter((entry) => entry.kind !== 'symlink' || !taken.has(entry.target));
}

function programs({ rules, layout, toolbox }: RootPlan): readonly RootOperation[] {
  if (rules.processes === 'system') return layout.system;
  return [...layout.libraries, ...(toolbox?.operations ?? [])];
}

/** Mounts that are not already part of what the mode shows. */
function interpreter(
  mounts: readonly ReadOnlyMount[],
  shown: readonly RootOperation[],
): RootOperation[] {
  const whole = shown.flatMap((operation) =>
    operation.kind === 'read-only' && operation.source === operation.target
      ? [`${operation.target}/`]
      : [],
  );
  return mounts
    .filter(
      ({ source, target = source }) =>
        source !== target || !whole.some((prefix) => `${target}/`.startsWith(prefix)),
    )
    .map(({ source, target }) => readOnly(source, target));
}

function devices(): RootOperation[] {
  return [
    { kind: 'tmpfs', target: '/dev', sizeBytes: MIB, mode: 0o755 },
    ...DEVICES.map((name): RootOperation => ({ kind: 'device', path: `/dev/${name}` })),
    ...Object.entries(DEVICE_LINKS).map(([name, fd]): RootOperation => ({
      kind: 'symlink',
      to: `/proc/self/fd${fd}`,
      target: `/dev/${name}`,
    })),
  ];
}

function temporary(target: string, { max_disk_mb }: ResourceLimits): RootOperation {
  return { kind: 'tmpfs', target, sizeBytes: max_disk_mb * MIB, mode: 0o1777 };
}

function directory(target: string): RootOperation {
  return { kind: 'directory', target };
}

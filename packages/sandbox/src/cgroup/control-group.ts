import type { SandboxUsage } from '@repltool/core';
import type { ResourceLimits } from '@repltool/protocol';

export type GroupLimits = Pick<ResourceLimits, 'max_memory_mb' | 'max_processes'>;

/** The kernel's account of one sandbox: what it may use, and what it has used. */
export interface ControlGroup {
  /** Moves a process in; what it starts from then on is in too. */
  attach(pid: number): void;
  usage(): SandboxUsage;
  resetPeak(): void;
  /** Kills what is left, waits for it and removes the group. May be called twice. */
  remove(): Promise<void>;
}

/** The group of this server, in which each sandbox has its own. */
export interface ControlGroups {
  readonly version: 1 | 2;
  create(id: string, limits: GroupLimits): ControlGroup;
  /** Removes the server's own group, which must be empty. May be called twice. */
  remove(): Promise<void>;
}

/** bwrap itself outside and process 1 inside; they are in the group, but not the user's. */
export const OWN_PROCESSES = 2;
/** The kernel counts threads as processes: an interpreter's own must not use up what the user was given. */
const THREAD_ALLOWANCE = 16;

export function taskLimit({ max_processes }: GroupLimits): number {
  return max_processes + THREAD_ALLOWANCE + OWN_PROCESSES;
}

export function memoryLimitBytes({ max_memory_mb }: GroupLimits): number {
  return max_memory_mb * 1024 * 1024;
}

import type { ResourceLimits } from '@repltool/protocol';
import type { ResourceAccount } from '../account.ts';
import { THREAD_ALLOWANCE } from '../limit-figures.ts';

export type GroupLimits = Pick<ResourceLimits, 'max_memory_mb' | 'max_processes'>;

/** The group of this server, in which each sandbox has its own, and with it the kernel's account. */
export interface ControlGroups {
  readonly version: 1 | 2;
  create(id: string, limits: GroupLimits): ResourceAccount;
  /** Removes the server's own group, which must be empty. May be called twice. */
  remove(): Promise<void>;
}

/** bwrap itself outside and process 1 inside; they are in the group, but not the user's. */
export const OWN_PROCESSES = 2;

export function taskLimit({ max_processes }: GroupLimits): number {
  return max_processes + THREAD_ALLOWANCE + OWN_PROCESSES;
}

import type { SandboxUsage } from '@repltool/core';
import type { ProcessIdentity } from './host/process-stat.ts';

/** A process that someone looks after. */
export interface FollowedProcess {
  readonly init: ProcessIdentity | null;
  readonly exited: Promise<unknown>;
  kill(): Promise<void>;
}

/** What a sandbox may use, and what it has used, by whatever means the host offers. */
export interface ResourceAccount {
  /** Takes a process in before it becomes bwrap; what it starts from then on is in too. */
  attach(pid: number): void;
  /** Limits process 1 inside before the program runs; left out where `attach` does it all. */
  readonly limitInside?: (initPid: number) => Promise<void>;
  /** Looks after a process until it ends. */
  follow(process: FollowedProcess): void;
  /** What is not urgent gets the processors after what is; without effect where the host cannot tell them apart. */
  prioritise(urgent: boolean): void;
  /** Cheap and synchronous. */
  usage(): SandboxUsage;
  resetPeak(): void;
  /** Ends what is left and frees all. May be called twice. */
  remove(): Promise<void>;
}

import type { ResourceLimits } from '@repltool/protocol';
import type { FollowedProcess, ResourceAccount } from '../account.ts';
import { memoryLimitBytes, THREAD_ALLOWANCE } from '../limit-figures.ts';
import type { HostUser } from '../host/sandbox-user.ts';
import { runProgram } from '../host/run-program.ts';
import { proportionalBytes, sampleTree, type TreeSample } from './process-tree.ts';

const INTERVAL_MS = 100;
/** Process 1 inside is counted, but not the user's. */
const INIT = 1;

export interface ProcessWatchOptions {
  readonly limits: ResourceLimits;
  /** Absolute path of the program; null where it is missing, and then processes are only counted. */
  readonly prlimit: string | null;
  /** The sandbox's user outside: its own processes are the ones it may limit without any capability. */
  readonly user: HostUser | undefined;
}

/**
 * The account where there is no control group: it looks at the processes every 100 ms, and ends all of them when
 * they use more memory than they may. The number of processes is the kernel's to limit.
 */
export function createProcessWatch({
  limits,
  prlimit,
  user,
}: ProcessWatchOptions): ResourceAccount {
  const processLimit = limits.max_processes + THREAD_ALLOWANCE + INIT;
  const ended = { cpuUserMs: 0, cpuSystemMs: 0 };
  let current: FollowedProcess | undefined;
  /** Of the current process; a tree that is being ended shows less than it has used. */
  const spent = { cpuUserMs: 0, cpuSystemMs: 0 };
  let peakMemoryBytes = 0;
  let oomKills = 0;
  let processLimitHits = 0;

  const look = (): TreeSample | undefined => {
    if (current === undefined || current.init === null) return undefined;
    const sample = sampleTree(current.init.pid);
    peakMemoryBytes = Math.max(peakMemoryBytes, sample.memoryBytes);
    spent.cpuUserMs = Math.max(spent.cpuUserMs, sample.cpuUserMs);
    spent.cpuSystemMs = Math.max(spent.cpuSystemMs, sample.cpuSystemMs);
    return sample;
  };
  const enforce = (process: FollowedProcess): void => {
    const sample = look();
    if (sample === undefined) return;
    const tooMuch = exceedsMemory(sample, memoryLimitBytes(limits));
    const tooMany = sample.processes > processLimit;
    if (tooMuch) oomKills += 1;
    if (tooMany) processLimitHits += 1;
    // Where they cannot be killed at once, the next look tries again.
    if (tooMuch || tooMany) process.kill().catch(() => undefined);
  };

  return {
    attach: () => undefined,
    prioritise: () => undefined,
    ...(prlimit === null
      ? {}
      : {
          async limitInside(initPid: number) {
            await runProgram(prlimit, [`--pid=${initPid}`, `--nproc=${processLimit}`], user);
          },
        }),
    follow(process) {
      current = process;
      const timer = setInterval(() => enforce(process), INTERVAL_MS);
      timer.unref();
      void process.exited.then(() => {
        clearInterval(timer);
        ended.cpuUserMs += spent.cpuUserMs;
        ended.cpuSystemMs += spent.cpuSystemMs;
        spent.cpuUserMs = 0;
        spent.cpuSystemMs = 0;
        current = undefined;
      });
    },
    usage() {
      const sample = look();
      return {
        cpuUserMs: ended.cpuUserMs + spent.cpuUserMs,
        cpuSystemMs: ended.cpuSystemMs + spent.cpuSystemMs,
        peakMemoryBytes,
        processes: Math.max(0, (sample?.processes ?? 0) - INIT),
        oomKills,
        processLimitHits,
      };
    },
    resetPeak() {
      peakMemoryBytes = 0;
    },
    remove: () => Promise.resolve(),
  };
}

function exceedsMemory({ memoryBytes, pids }: TreeSample, limitBytes: number): boolean {
  return memoryBytes > limitBytes && (proportionalBytes(pids) ?? memoryBytes) > limitBytes;
}

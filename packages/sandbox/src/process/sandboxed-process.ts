import { setTimeout as delay } from 'node:timers/promises';
import type { ExitStatus, SandboxedProcess } from '@repltool/core';
import { isRunning, readProcessStat, type ProcessIdentity } from '../host/process-stat.ts';
import { toExitStatus } from './exit-status.ts';
import type { Spawned } from './spawn.ts';
import type { StatusReport } from './status-reader.ts';
import type { Stdio } from './stdio.ts';

const SETTLE_MS = 5000;
const MAX_PAUSE_MS = 20;

/** A process in its sandbox, as the host holds it. */
export interface RunningProcess extends SandboxedProcess {
  /** Process 1 inside, once it is known. */
  init: ProcessIdentity | null;
  /** Whether the program was run at all; settles with `exited`. */
  readonly wasRun: Promise<boolean>;
  /** Frees the host's ends of the pipes. */
  release(): void;
}

export function createRunningProcess(
  { child, ...spawned }: Spawned,
  stdio: Stdio,
  report: StatusReport,
): RunningProcess {
  const { toDriver, fromDriver } = stdio;
  let gone = false;
  // Writing to a driver that has gone fails; `exited` is how its owner learns of that.
  for (const stream of [toDriver, fromDriver, spawned.gate, spawned.block])
    stream.on('error', () => undefined);

  const exited = new Promise<ExitStatus>((resolve) => {
    child.once('exit', (code, signal) => {
      gone = true;
      stdio.stdin.destroy();
      resolve(toExitStatus(code, signal));
    });
  });

  return {
    init: null,
    stdin: stdio.stdin,
    stdout: stdio.stdout,
    stderr: stdio.stderr,
    toDriver,
    fromDriver,
    exited,
    wasRun: report.exitCode.then((code) => code !== null),
    interrupt() {
      if (!gone && this.init !== null) send(-this.init.pid, 'SIGINT');
    },
    terminate() {
      if (!gone && this.init !== null) send(-this.init.pid, 'SIGTERM');
    },
    async kill() {
      if (!gone && this.init === null) child.kill('SIGKILL');
      if (!gone && this.init !== null) send(this.init.pid, 'SIGKILL');
      await exited;
      if (this.init !== null) await settled(this.init);
    },
    release() {
      stdio.destroy();
      for (const stream of Object.values(spawned)) if (typeof stream !== 'number') stream.destroy();
    },
  };
}

export function identify(pid: number): ProcessIdentity | null {
  const stat = readProcessStat(pid);
  return stat === null ? null : { pid, startTime: stat.startTime };
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    // It has just ended, or has not yet become a session of its own.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Process 1 is gone, or a zombie, only when the kernel has ended every process of its namespace. */
async function settled(init: ProcessIdentity): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  for (let pause = 1; isRunning(init); pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    if (Date.now() > deadline) throw new Error(`process ${init.pid} does not end`);
    await delay(pause);
  }
}

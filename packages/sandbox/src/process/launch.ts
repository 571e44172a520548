import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ReplError } from '@repltool/protocol';
import type { ResourceAccount } from '../account.ts';
import { readProcessStat } from '../host/process-stat.ts';
import { createRunningProcess, identify, type RunningProcess } from './sandboxed-process.ts';
import { spawnBubblewrap, type Spawned, type SpawnPlan } from './spawn.ts';
import { readStatus } from './status-reader.ts';

const MAX_REASON_BYTES = 4096;

export interface LaunchPlan extends SpawnPlan {
  /** Awaited when the sandbox is there and its program is not yet run. */
  readonly beforeRun?: ((process: RunningProcess) => Promise<void>) | undefined;
}

/**
 * Starts bwrap, lets the account put it into its limits before it runs, and waits until the sandbox is built.
 * @throws ReplError SandboxUnavailable when it cannot be built, with bwrap's own words as the cause
 */
export async function launchProcess(
  plan: LaunchPlan,
  account: ResourceAccount,
  signal?: AbortSignal,
): Promise<RunningProcess> {
  const spawned = spawnOrClose(plan, signal);
  const report = readStatus(spawned.status);
  const running = createRunningProcess(spawned, plan.stdio, report);
  // Awaited below, where a failure of it is told.
  const abort = (): void => void running.kill().catch(() => undefined);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    account.attach(spawned.pid);
    // A bwrap that ends before it has read all resets the connection; what it says of that is on its stderr.
    const built = once(spawned.block.resume(), 'close').catch(() => undefined);
    const waits = account.limitInside !== undefined || plan.beforeRun !== undefined;
    if (!waits) spawned.block.write('.');
    spawned.gate.end('\n');
    const initPid = await report.initPid;
    running.init = initPid === null ? null : identify(initPid);
    if (initPid !== null) plan.stdio.stdin.attach(initPid);
    if (initPid !== null) await account.limitInside?.(initPid);
    if (running.init !== null) await plan.beforeRun?.(running);
    if (waits) spawned.block.write('.');
    await built;
    spawned.gate.destroy();
    signal?.throwIfAborted();
    if (initPid === null || (readProcessStat(initPid)?.dying ?? true)) await refuseUnrun(running);
    account.follow(running);
    return running;
  } catch (error) {
    await running.kill();
    running.release();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function spawnOrClose(plan: SpawnPlan, signal: AbortSignal | undefined): Spawned {
  try {
    signal?.throwIfAborted();
    return spawnBubblewrap(plan);
  } catch (error) {
    plan.stdio.destroy();
    throw error;
  } finally {
    plan.stdio.closeChildFds();
  }
}

/** It is ending already: that is fine for a program that ran, however briefly. */
async function refuseUnrun(running: RunningProcess): Promise<void> {
  if (await running.wasRun) return;
  const reason = await readReason(running.stderr);
  throw new ReplError(
    'SandboxUnavailable',
    'The sandbox could not be built, or its program not be started. `repltool doctor` shows what this host lacks.',
    { cause: new Error(reason) },
  );
}

async function readReason(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.length > MAX_REASON_BYTES) break;
  }
  return text.trim();
}

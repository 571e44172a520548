import {
  CHECKPOINT_DEPTH,
  CHECKPOINT_MAX_HEAP_MB,
  IDLE_TIMEOUT_S,
  ReplError,
  type sessionConfigSchema,
} from '@repltool/protocol';
import type { z } from 'zod';
import type { Session } from './api.ts';
import { createCellInput } from './cell-input.ts';
import { createDisplays } from './displays.ts';
import type { CheckpointOptions } from './driver/frames.ts';
import { createFileHistory } from './file-history.ts';
import { randomId } from './ids.ts';
import { createInterpreterSlot, warmUp, type InterpreterSlot } from './interpreter-slot.ts';
import { createKeptStates, type KeepOptions } from './kept-states.ts';
import { toProcessSpec } from './launch-spec.ts';
import { settleLimits } from './limits.ts';
import { createOutputLog } from './output/log.ts';
import { createOutputRouter } from './output/router.ts';
import type { PolicyChecker } from './ports/policy.ts';
import type { RunnerPlugin } from './ports/runner.ts';
import type { Sandbox, SandboxBackend } from './ports/sandbox.ts';
import type { Restoration } from './restoration.ts';
import type { RuntimeTable } from './runtimes.ts';
import type { EndReason } from './session-end.ts';
import { createSessionListeners } from './session-listeners.ts';
import { createSession } from './session.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { createStateLedger, type StateLedger } from './state-ledger.ts';
import type { Precedence } from './urgency.ts';
import type { WarmPool } from './warm-pool.ts';
import { settleWorkingDirectory } from './working-directory.ts';

const MIN_LOG_CHARS = 2 * 1024 * 1024;

interface Parts {
  readonly runtimes: RuntimeTable;
  readonly policy: PolicyChecker;
  readonly backend: SandboxBackend;
  readonly pool: WarmPool;
  readonly precedence: Precedence;
}

/** What a session is to be. */
export interface SessionRequest {
  readonly config: z.output<typeof sessionConfigSchema>;
  /** What it goes on from. */
  readonly snapshot?: Snapshot;
  /** Told once what of the snapshot is not there. */
  readonly restored?: (lostNames: readonly string[]) => void;
}

/** Puts the parts of a session together. @throws what `Engine.createSession` and `restoreSession` do */
export type SessionBuilder = (
  id: string,
  request: SessionRequest,
  onEnd: (reason: EndReason) => void,
) => Promise<Session>;

export function createSessionBuilder({
  runtimes,
  policy,
  backend,
  pool,
  precedence,
}: Parts): SessionBuilder {
  return async (id, { config, snapshot, restored }, onEnd) => {
    const plugin = runtimes.plugin(config.language);
    assertRestorable(plugin, snapshot);
    const rules = policy.rules(config.sandbox_mode);
    const limits = settleLimits(config.resource_limits ?? {}, rules, plugin);
    const cwd = settleWorkingDirectory(config.working_directory, rules);
    const runtime = await runtimes.resolve(plugin);
    const { candidate } = runtime;
    const warm = await pool.take(JSON.stringify([plugin.language, rules.mode, limits]), async () =>
      warmUp(
        await backend.create({ id: randomId(), rules, limits }),
        toProcessSpec(plugin, { candidate, rules, limits }),
        plugin.capabilities,
      ),
    );
    const { sandbox } = warm;
    const keeping = keepingOf(config);
    sandbox.adopt?.(id);
    const origin = snapshot && { cell: randomId(), ...snapshot.state };
    const log = createOutputLog(id, Math.max(MIN_LOG_CHARS, 2 * limits.max_output_size));
    const router = createOutputRouter(log);
    const ledger = createStateLedger(origin?.cell ?? null);
    const listeners = createSessionListeners(log);
    const input = createCellInput(id, listeners.inputRequest);
    const displays = createDisplays(id);
    displays.subscribe(listeners.display);
    const hello = {
      cwd,
      environment: config.environment ?? {},
      mode: rules.mode,
      ...checkpointsOf(plugin, keeping),
    };
    const owner = {
      output: router.receive,
      safe: ledger.safe,
      restored: ledger.restoredBetween,
      displayed: displays.receive,
      inputRequested: input.requested,
    };
    const keptStates = createKeptStates({
      ...keeping,
      when: isKeptByHost(plugin) ? keeping.when : 'off',
      origin: origin ?? null,
      safe: ledger.safe,
      unsafe: ledger.unsafe,
    });
    const slot = createInterpreterSlot(warm, hello, owner, async (interpreter) => {
      const restoration = await keptStates.load(interpreter);
      if (restoration !== null) ledger.startedFrom(interpreter, restoration);
    });
    if (snapshot !== undefined) {
      try {
        await putFilesBack(sandbox, snapshot);
        const { lostNames } = await restorationOf(slot, ledger);
        restored?.([...lostNames, ...lostFiles(sandbox, snapshot)]);
      } catch (error) {
        await slot[Symbol.asyncDispose]();
        throw error;
      }
    }
    return createSession({
      id,
      language: config.language,
      plugin,
      runtime: runtime.info,
      rules,
      limits,
      idleTimeoutS: config.idle_timeout_s ?? IDLE_TIMEOUT_S.default,
      sandbox,
      slot,
      router,
      ledger,
      log,
      displays,
      input,
      listeners,
      keptStates,
      urgency: precedence.of(sandbox),
      fileHistory: createFileHistory(sandbox.files, keeping, snapshot?.files),
      policy,
      onEnd,
    });
  };
}

async function putFilesBack({ files }: Sandbox, snapshot: Snapshot): Promise<void> {
  try {
    await files?.restore(snapshot.files);
  } catch (cause) {
    throw new ReplError('InvalidSnapshot', 'snapshot: its files do not fit into the workspace', {
      cause,
    });
  }
}

function lostFiles({ files }: Sandbox, { files: { entries, omitted } }: Snapshot): string[] {
  const lost = files === null ? entries.map(({ path }) => path) : omitted;
  return lost.map((path) => `file ${path}`);
}

async function restorationOf(slot: InterpreterSlot, ledger: StateLedger): Promise<Restoration> {
  const restoration = ledger.begunWith(await slot.get());
  if (restoration !== undefined) return restoration;
  throw new ReplError('InvalidSnapshot', 'snapshot: its state cannot be made again');
}

function assertRestorable(plugin: RunnerPlugin, snapshot: Snapshot | undefined): void {
  if (snapshot === undefined) return;
  if (snapshot.language !== plugin.language) {
    throw new ReplError(
      'InvalidSnapshot',
      `snapshot: is of a session in ${snapshot.language}, not in ${plugin.language}`,
    );
  }
  if (plugin.capabilities.stateTransfer !== true) {
    throw new ReplError('NotSupported', `${plugin.displayName} cannot go on from a snapshot.`);
  }
}

/** For a driver that gives its state away but does not keep states itself. */
function isKeptByHost({ capabilities }: RunnerPlugin): boolean {
  return capabilities.stateTransfer === true && capabilities.checkpoints !== true;
}

interface Keeping extends KeepOptions {
  readonly max_heap_mb: number;
}

function keepingOf(config: SessionRequest['config']): Keeping {
  return {
    when: config.checkpoint ?? 'idle',
    depth: config.checkpoint_depth ?? CHECKPOINT_DEPTH.default,
    max_heap_mb: config.checkpoint_max_heap_mb ?? CHECKPOINT_MAX_HEAP_MB.default,
  };
}

function checkpointsOf(
  { capabilities }: RunnerPlugin,
  { when, ...bounds }: Keeping,
): { checkpoints?: CheckpointOptions } {
  if (capabilities.checkpoints !== true || when === 'off') return {};
  return { checkpoints: { when, ...bounds } };
}

import {
  IDLE_TIMEOUT_S,
  ReplError,
  parse,
  sessionConfigSchema,
  sessionIdSchema,
  type SessionConfig,
} from '@repltool/protocol';
import type { Engine, Session } from './api.ts';
import { createCellInput } from './cell-input.ts';
import { createDisplays } from './displays.ts';
import type { CheckpointOptions } from './driver/frames.ts';
import { randomId } from './ids.ts';
import { createFileHistory } from './file-history.ts';
import { createInterpreterSlot, warmUp } from './interpreter-slot.ts';
import { createKeptStates, type KeptStates } from './kept-states.ts';
import { toProcessSpec } from './launch-spec.ts';
import { settleLimits } from './limits.ts';
import { createOutputLog } from './output/log.ts';
import { createOutputRouter } from './output/router.ts';
import type { PolicyChecker } from './ports/policy.ts';
import type { RunnerPlugin } from './ports/runner.ts';
import type { SandboxBackend } from './ports/sandbox.ts';
import { createRuntimeTable } from './runtimes.ts';
import type { EndReason } from './session-end.ts';
import { createSession } from './session.ts';
import { createSessionListeners } from './session-listeners.ts';
import { createSessionTable } from './session-table.ts';
import { createStateLedger } from './state-ledger.ts';
import { createWarmPool } from './warm-pool.ts';
import { settleWorkingDirectory } from './working-directory.ts';

const DEFAULT_MAX_SESSIONS = 50;
const MIN_LOG_CHARS = 2 * 1024 * 1024;
/** Earlier states that a session can go back to. */
const CHECKPOINTS = { depth: 8, max_heap_mb: 256 };

export interface EngineOptions {
  readonly runners: readonly RunnerPlugin[];
  readonly sandbox: SandboxBackend;
  readonly policy: PolicyChecker;
  /** Sessions at once; 50 when left out. */
  readonly maxSessions?: number;
  /** Interpreters kept started ahead for each kind of session that was asked for; 0 when left out. */
  readonly spares?: number;
}

/** Puts runners, sandbox and policy together. Nothing is started until a session or the runtimes are asked for. */
export function createEngine(options: EngineOptions): Engine {
  const { policy, sandbox: backend } = options;
  const runtimes = createRuntimeTable(options.runners, backend, policy);
  const table = createSessionTable(options.maxSessions ?? DEFAULT_MAX_SESSIONS);
  const pool = createWarmPool(options.spares ?? 0);
  let closing: Promise<void> | undefined;

  const build = async (
    id: string,
    config: ReturnType<typeof parseConfig>,
    onEnd: (reason: EndReason) => void,
  ): Promise<Session> => {
    const plugin = runtimes.plugin(config.language);
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
    warm.sandbox.adopt?.(id);
    const log = createOutputLog(id, Math.max(MIN_LOG_CHARS, 2 * limits.max_output_size));
    const router = createOutputRouter(log);
    const ledger = createStateLedger();
    const listeners = createSessionListeners(log);
    const input = createCellInput(id, listeners.inputRequest);
    const displays = createDisplays(id);
    displays.subscribe(listeners.display);
    const hello = {
      cwd,
      environment: config.environment ?? {},
      mode: rules.mode,
      ...checkpointsOf(plugin, config.checkpoint),
    };
    const owner = {
      output: router.receive,
      safe: ledger.safe,
      restored: ledger.restoredBetween,
      displayed: displays.receive,
      inputRequested: input.requested,
    };
    const keptStates = keptStatesOf(plugin, config.checkpoint, ledger.safe);
    const slot = createInterpreterSlot(warm, hello, owner, async (interpreter) => {
      const restoration = await keptStates?.load(interpreter);
      if (restoration) ledger.startedFrom(interpreter, restoration);
    });
    return createSession({
      id,
      language: config.language,
      plugin,
      runtime: runtime.info,
      rules,
      limits,
      idleTimeoutS: config.idle_timeout_s ?? IDLE_TIMEOUT_S.default,
      sandbox: warm.sandbox,
      slot,
      router,
      ledger,
      log,
      displays,
      input,
      listeners,
      keptStates,
      fileHistory: createFileHistory(warm.sandbox.files, config.checkpoint ?? 'idle'),
      policy,
      onEnd,
    });
  };

  const assertOpen = (): void => {
    if (closing !== undefined) throw new ReplError('ShuttingDown', 'The engine is closing.');
  };

  const close = (): Promise<void> => {
    closing ??= (async () => {
      await Promise.all(table.list().map((session) => session.terminate()));
      await table.settled();
      await pool[Symbol.asyncDispose]();
      await backend[Symbol.asyncDispose]();
    })();
    return closing;
  };

  return {
    async createSession(input) {
      assertOpen();
      const config = parseConfig(input);
      const session = await table.add(config.session_id ?? randomId(), (id, onEnd) =>
        build(id, config, onEnd),
      );
      if (closing !== undefined) {
        await session.terminate();
        assertOpen();
      }
      return session;
    },
    session: (id) => table.get(parse(sessionIdSchema, id)),
    sessions: () => table.list(),
    async runtimes() {
      return { runtimes: await runtimes.list(), isolation: await backend.probe() };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function parseConfig(input: SessionConfig) {
  return parse(sessionConfigSchema, input);
}

/** For a driver that gives its state away but does not keep states itself. */
function keptStatesOf(
  { capabilities }: RunnerPlugin,
  when: SessionConfig['checkpoint'] = 'idle',
  safe: (cell: string) => void,
): KeptStates | null {
  if (capabilities.stateTransfer !== true || capabilities.checkpoints === true) return null;
  return createKeptStates(when, safe);
}

function checkpointsOf(
  { capabilities }: RunnerPlugin,
  when: SessionConfig['checkpoint'] = 'idle',
): { checkpoints?: CheckpointOptions } {
  if (capabilities.checkpoints !== true || when === 'off') return {};
  return { checkpoints: { when, ...CHECKPOINTS } };
}

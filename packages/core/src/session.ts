import {
  ReplError,
  executeRequestSchema,
  historyQuerySchema,
  inputReplySchema,
  parse,
  type ExecutionResult,
  type HistoryEntry,
  type ResourceLimits,
  type RuntimeInfo,
  type SandboxModeRules,
  type SessionInfo,
} from '@repltool/protocol';
import type { ExecuteOptions, Session, SessionListener, SessionSnapshot } from './api.ts';
import { createAssistance } from './assistance.ts';
import type { CellInput } from './cell-input.ts';
import { createCellCheck, denialOf } from './cell-check.ts';
import { createCellQueue } from './cell-queue.ts';
import { resultWithoutRun, runCell, type Cell } from './cell-run.ts';
import type { Displays } from './displays.ts';
import type { FileHistory } from './file-history.ts';
import { createExecutionIds } from './execution-ids.ts';
import { createHistory } from './history.ts';
import type { Interpreter } from './interpreter.ts';
import type { InterpreterSlot } from './interpreter-slot.ts';
import type { KeptStates } from './kept-states.ts';
import type { OutputLog } from './output/log.ts';
import type { OutputRouter } from './output/router.ts';
import type { PolicyChecker } from './ports/policy.ts';
import type { RunnerPlugin } from './ports/runner.ts';
import type { Sandbox } from './ports/sandbox.ts';
import type { EndReason } from './session-end.ts';
import { createSessionFiles } from './session-files.ts';
import { createSessionLife } from './session-life.ts';
import type { SessionListeners } from './session-listeners.ts';
import { takeSnapshot } from './snapshot/take.ts';
import type { StateLedger } from './state-ledger.ts';
import { createTimeTravel } from './time-travel.ts';
import type { Urgency } from './urgency.ts';

/** Everything a session is made of; the engine puts it together. */
export interface SessionParts {
  readonly id: string;
  /** The name the session was created under: the plugin's language or an alias. */
  readonly language: string;
  readonly plugin: RunnerPlugin;
  readonly runtime: RuntimeInfo;
  readonly rules: SandboxModeRules;
  readonly limits: ResourceLimits;
  readonly idleTimeoutS: number;
  readonly sandbox: Sandbox;
  readonly slot: InterpreterSlot;
  readonly router: OutputRouter;
  readonly ledger: StateLedger;
  readonly log: OutputLog;
  readonly displays: Displays;
  readonly input: CellInput;
  readonly listeners: SessionListeners;
  readonly keptStates: KeptStates;
  readonly fileHistory: FileHistory;
  readonly urgency: Urgency;
  readonly policy: PolicyChecker;
  /** Called once, when the session has ended and before its resources are freed. */
  readonly onEnd: (reason: EndReason) => void;
}

function deniedEntry(executionId: string, code: string): HistoryEntry {
  return {
    execution_id: executionId,
    code,
    success: false,
    status: 'denied',
    execution_time_ms: 0,
    timestamp: new Date().toISOString(),
  };
}

/** Why a cell ended before it had begun, when it was asked to stop. */
const INTERRUPTED = new Error('interrupted');

export function createSession(parts: SessionParts): Session {
  const {
    id,
    plugin,
    rules,
    limits,
    slot,
    ledger,
    log,
    listeners,
    keptStates,
    fileHistory,
    policy,
  } = parts;
  const queue = createCellQueue();
  const history = createHistory(id);
  const executionIds = createExecutionIds(limits.max_expressions);
  const check = createCellCheck(policy, plugin, rules);
  /** Cells that have not ended, running or waiting, and what stops each. */
  const pending = new Map<string, AbortController>();
  let runningId: string | undefined;

  const life = createSessionLife(id, parts.idleTimeoutS, {
    async free(reason) {
      for (const part of [keptStates, fileHistory, parts.urgency]) part[Symbol.dispose]();
      parts.onEnd(reason);
      try {
        await slot[Symbol.asyncDispose]();
      } finally {
        log[Symbol.dispose]();
      }
    },
    tell: () => listeners.updated(info()),
  });

  const info = (): SessionInfo => ({
    session_id: id,
    language: parts.language,
    sandbox_mode: rules.mode,
    created_at: life.createdAt,
    last_activity: life.lastActivity,
    status: life.ended ? 'terminated' : queue.busy || executionIds.count === 0 ? 'active' : 'idle',
    expression_count: executionIds.count,
    resource_limits: limits,
    idle_timeout_s: parts.idleTimeoutS,
    isolation: parts.sandbox.isolation,
    runtime: parts.runtime,
  });

  const run = async (
    cell: Cell,
    interpreter: Interpreter,
    stop: AbortSignal,
  ): Promise<ExecutionResult> => {
    const transformed = plugin.transform?.(cell.code, { language: parts.language });
    if (transformed?.ok === false) {
      const { name, message, traceback } = transformed;
      const exception = { name, message, traceback: [...traceback] };
      return resultWithoutRun(cell, { status: 'error', exception }, parts);
    }
    parts.urgency.cellBegins();
    const ended = runCell(
      { ...cell, code: transformed?.code ?? cell.code },
      {
        sessionId: id,
        interpreter,
        sandbox: parts.sandbox,
        limits,
        router: parts.router,
        log,
        displays: parts.displays,
        input: parts.input,
        ledger,
        // One that starts afresh need not be waited for.
        successor: () =>
          keptStates.isEmpty ? Promise.resolve(undefined) : slot.get().catch(() => undefined),
        stop,
      },
    );
    return ended.finally(() => parts.urgency.cellEnded());
  };

  const remember = (cell: Cell, result: ExecutionResult): void => {
    history.add({
      execution_id: cell.executionId,
      code: cell.code,
      success: result.success,
      status: result.status,
      execution_time_ms: result.execution_time_ms,
      timestamp: result.timestamp,
    });
    listeners.executionFinished(result);
  };

  /** What is kept is what the last cell has left, and no mixture. */
  const stopKeeping = async (): Promise<void> => {
    keptStates.cellBegins();
    await fileHistory.cellBegins();
  };

  const runInTurn = async (cell: Cell, stop: AbortSignal): Promise<ExecutionResult> => {
    life.assertLive();
    life.hold();
    runningId = cell.executionId;
    try {
      await stopKeeping();
      const interpreter = await slot.get();
      if (stop.aborted) throw INTERRUPTED;
      listeners.executionStarted({
        session_id: id,
        execution_id: cell.executionId,
        code: cell.code,
        timestamp: new Date().toISOString(),
      });
      listeners.updated(info());
      const result = await run(cell, interpreter, stop);
      life.assertLive();
      slot.refill();
      remember(cell, result);
      if (result.state.outcome === 'kept') keptStates.cellEnded(cell.executionId, interpreter);
      fileHistory.cellEnded(cell.executionId);
      return result;
    } catch (error) {
      // Ending the session takes the interpreter away under whatever was being done with it.
      life.assertLive();
      throw error;
    } finally {
      runningId = undefined;
      life.touch();
    }
  };

  /** Waits for the turn; a cell that is interrupted before it has a result like any other. */
  const runQueued = async (
    cell: Cell,
    onBusy: 'queue' | 'refuse',
    stop: AbortSignal,
  ): Promise<ExecutionResult> => {
    try {
      return await queue.run(onBusy, stop, () => runInTurn(cell, stop));
    } catch (error) {
      if (error !== INTERRUPTED) throw error;
      const result = resultWithoutRun(cell, { status: 'interrupted' }, parts);
      remember(cell, result);
      return result;
    }
  };

  const execute = async (code: string, options: ExecuteOptions = {}): Promise<ExecutionResult> => {
    life.assertLive();
    const { signal, onOutput, onInput, ...rest } = options;
    signal?.throwIfAborted();
    const request = parse(executeRequestSchema, { code, ...rest });
    const executionId = executionIds.take(request.execution_id);

    const stop = new AbortController();
    const onAbort = (): void => stop.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    pending.set(executionId, stop);
    const unsubscribe =
      onOutput &&
      log.subscribe((event) => {
        if (event.execution_id === executionId && !event.late) onOutput(event);
      });
    try {
      const findings = await check(code);
      life.assertLive();
      const denial = denialOf(findings);
      if (denial !== null) {
        history.add(deniedEntry(executionId, code));
        throw denial;
      }
      const timeoutMs = request.timeout_ms ?? limits.max_cpu_time * 1000;
      const { allow_stdin: allowStdin } = request;
      const cell = { executionId, code, timeoutMs, findings, allowStdin, onInput };
      const result = await runQueued(cell, request.on_busy ?? 'queue', stop.signal);
      signal?.throwIfAborted();
      return result;
    } finally {
      unsubscribe?.();
      pending.delete(executionId);
      signal?.removeEventListener('abort', onAbort);
      if (!life.ended) listeners.updated(info());
    }
  };

  const files = createSessionFiles(parts.sandbox.files);
  const assistance = createAssistance(plugin, slot, () => queue.busy);
  const whileLive =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      life.assertLive();
      life.touch();
      return ask(...asked);
    };

  const snapshot = async (): Promise<SessionSnapshot> => {
    if (plugin.capabilities.stateTransfer !== true) {
      throw new ReplError('NotSupported', `${plugin.displayName} cannot make snapshots.`);
    }
    return takeSnapshot(parts, await slot.get());
  };

  const timeTravel = createTimeTravel(parts);
  /** Takes its turn like a cell. */
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    queue.run('queue', undefined, async () => {
      life.assertLive();
      try {
        await stopKeeping();
        return await work();
      } catch (error) {
        life.assertLive();
        throw error;
      } finally {
        life.touch();
      }
    });

  const terminate = (): Promise<void> => life.end('SessionTerminated');
  return {
    id,
    info,
    execute,
    interrupt(executionId = runningId) {
      const stop = executionId === undefined ? undefined : pending.get(executionId);
      stop?.abort(INTERRUPTED);
      return stop !== undefined;
    },
    reply(reply) {
      life.assertLive();
      parts.input.reply(parse(inputReplySchema, reply));
    },
    complete: whileLive(assistance.complete),
    inspect: whileLive(assistance.inspect),
    variables: whileLive(assistance.variables),
    undo: (count = 1) => inTurn(() => timeTravel.undo(count)),
    reset() {
      if (runningId !== undefined) pending.get(runningId)?.abort(INTERRUPTED);
      return inTurn(() => timeTravel.reset());
    },
    snapshot: () => inTurn(snapshot),
    get files() {
      life.assertLive();
      life.touch();
      return files;
    },
    terminate,
    history: (query) => history.page(parse(historyQuerySchema, query ?? {})),
    output: (cursor, limit = 1000) => log.read(cursor, limit),
    subscribe: (listener: SessionListener, cursor) => listeners.add(listener, cursor),
    [Symbol.asyncDispose]: terminate,
  };
}

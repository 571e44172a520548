import {
  ReplError,
  executeRequestSchema,
  historyQuerySchema,
  inputReplySchema,
  parse,
  type ExecutionResult,
  type Finding,
  type ResourceLimits,
  type RuntimeInfo,
  type SandboxModeRules,
  type SessionInfo,
} from '@repltool/protocol';
import type { ExecuteOptions, Session, SessionListener, SessionSnapshot } from './api.ts';
import { createAssistance } from './assistance.ts';
import type { CellInput } from './cell-input.ts';
import { createCellQueue } from './cell-queue.ts';
import { resultWithoutRun, runCell, type Cell } from './cell-run.ts';
import type { Displays } from './displays.ts';
import type { FileHistory } from './file-history.ts';
import { createHistory } from './history.ts';
import { randomId } from './ids.ts';
import type { Interpreter } from './interpreter.ts';
import type { InterpreterSlot } from './interpreter-slot.ts';
import type { KeptStates } from './kept-states.ts';
import type { OutputLog } from './output/log.ts';
import type { OutputRouter } from './output/router.ts';
import type { PolicyChecker } from './ports/policy.ts';
import type { RunnerPlugin } from './ports/runner.ts';
import type { Sandbox } from './ports/sandbox.ts';
import { endedError, type EndReason } from './session-end.ts';
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
  const createdAt = new Date().toISOString();
  const queue = createCellQueue();
  const history = createHistory(id);
  const usedExecutionIds = new Set<string>();
  let lastActivity = createdAt;
  let expressionCount = 0;
  /** Cells that have not ended, running or waiting, and what stops each. */
  const pending = new Map<string, AbortController>();
  let runningId: string | undefined;
  let lastCheck: Promise<unknown> = Promise.resolve();
  let ended: EndReason | undefined;
  let disposal: Promise<void> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const info = (): SessionInfo => ({
    session_id: id,
    language: parts.language,
    sandbox_mode: rules.mode,
    created_at: createdAt,
    last_activity: lastActivity,
    status: ended ? 'terminated' : queue.busy || expressionCount === 0 ? 'active' : 'idle',
    expression_count: expressionCount,
    resource_limits: limits,
    idle_timeout_s: parts.idleTimeoutS,
    isolation: parts.sandbox.isolation,
    runtime: parts.runtime,
  });

  const free = async (): Promise<void> => {
    try {
      await slot[Symbol.asyncDispose]();
    } finally {
      log[Symbol.dispose]();
    }
  };

  const end = (reason: EndReason): Promise<void> => {
    if (disposal !== undefined) return disposal;
    ended = reason;
    clearTimeout(idleTimer);
    keptStates[Symbol.dispose]();
    parts.urgency[Symbol.dispose]();
    fileHistory[Symbol.dispose]();
    parts.onEnd(reason);
    disposal = free();
    listeners.updated(info());
    return disposal;
  };

  const touch = (): void => {
    lastActivity = new Date().toISOString();
    clearTimeout(idleTimer);
    if (ended) return;
    idleTimer = setTimeout(() => void end('SessionTimeout'), parts.idleTimeoutS * 1000);
    idleTimer.unref();
  };

  const assertLive = (): void => {
    if (ended) throw endedError(id, ended);
  };

  const takeExecutionId = (asked: string | undefined): string => {
    const executionId = asked ?? randomId();
    if (usedExecutionIds.has(executionId)) {
      const message = 'must be new in this session';
      throw new ReplError('InvalidRequest', `execution_id: ${message}, not ${executionId}`, {
        issues: [{ field: 'execution_id', value: executionId, message }],
      });
    }
    if (expressionCount >= limits.max_expressions) {
      throw new ReplError(
        'ExpressionLimitExceeded',
        `The session has run ${limits.max_expressions} cells (max_expressions).`,
      );
    }
    expressionCount += 1;
    usedExecutionIds.add(executionId);
    return executionId;
  };

  const check = async (code: string): Promise<readonly Finding[]> => {
    const findings = await policy.check(code, plugin.language, rules.mode);
    const fromPlugin = (plugin.policyRules ?? []).flatMap((rule) => rule.check(code, rules));
    return fromPlugin.length === 0 ? findings : [...findings, ...fromPlugin];
  };

  /** One check at a time: a cell that takes long to check must not be overtaken by the next. */
  const checkInTurn = (code: string): Promise<readonly Finding[]> => {
    const findings = lastCheck.then(() => check(code));
    lastCheck = findings.catch(() => undefined);
    return findings;
  };

  const refuse = (executionId: string, code: string, findings: readonly Finding[]): never => {
    history.add({
      execution_id: executionId,
      code,
      success: false,
      status: 'denied',
      execution_time_ms: 0,
      timestamp: new Date().toISOString(),
    });
    const reasons = findings
      .filter(({ severity }) => severity === 'deny')
      .map(({ message }) => message);
    throw new ReplError('MaliciousCodeDetected', reasons.join(' '), { details: { findings } });
  };

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
    return runCell(
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

  const runInTurn = async (cell: Cell, stop: AbortSignal): Promise<ExecutionResult> => {
    assertLive();
    clearTimeout(idleTimer);
    runningId = cell.executionId;
    keptStates.cellBegins();
    try {
      await fileHistory.cellBegins();
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
      assertLive();
      slot.refill();
      remember(cell, result);
      if (result.state.outcome === 'kept') keptStates.cellEnded(cell.executionId, interpreter);
      fileHistory.cellEnded(cell.executionId);
      return result;
    } catch (error) {
      // Ending the session takes the interpreter away under whatever was being done with it.
      assertLive();
      throw error;
    } finally {
      runningId = undefined;
      touch();
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
    assertLive();
    const { signal, onOutput, onInput, ...rest } = options;
    signal?.throwIfAborted();
    const request = parse(executeRequestSchema, { code, ...rest });
    const executionId = takeExecutionId(request.execution_id);

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
      const findings = await checkInTurn(code);
      assertLive();
      if (findings.some(({ severity }) => severity === 'deny')) refuse(executionId, code, findings);
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
      if (ended === undefined) listeners.updated(info());
    }
  };

  const assistance = createAssistance(plugin, slot, () => queue.busy);
  const whileLive =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      assertLive();
      touch();
      return ask(...asked);
    };

  const snapshot = async (): Promise<SessionSnapshot> => {
    if (plugin.capabilities.stateTransfer !== true) {
      throw new ReplError('NotSupported', `${plugin.displayName} cannot make snapshots.`);
    }
    await fileHistory.cellBegins();
    return takeSnapshot(parts, await slot.get());
  };

  const timeTravel = createTimeTravel(parts);
  /** Takes its turn like a cell. */
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    queue.run('queue', undefined, async () => {
      assertLive();
      try {
        return await work();
      } catch (error) {
        assertLive();
        throw error;
      } finally {
        touch();
      }
    });

  touch();
  const terminate = (): Promise<void> => end('SessionTerminated');
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
      assertLive();
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
    terminate,
    history: (query) => history.page(parse(historyQuerySchema, query ?? {})),
    output: (cursor, limit = 1000) => log.read(cursor, limit),
    subscribe: (listener: SessionListener, cursor) => listeners.add(listener, cursor),
    [Symbol.asyncDispose]: terminate,
  };
}

import { performance } from 'node:perf_hooks';
import type { ExecutionResult, Finding, ResourceLimits } from '@repltool/protocol';
import type { AnswerInput, CellInput } from './cell-input.ts';
import { toExecutionResult } from './cell-result.ts';
import { judge, type CellVerdict } from './cell-verdict.ts';
import { cpuTimeMs, watchCpuTime } from './cpu-watch.ts';
import type { Displays } from './displays.ts';
import type { ResultFrame } from './driver/frames.ts';
import type { CellOutcome, Interpreter } from './interpreter.ts';
import { createStreamCapture } from './output/capture.ts';
import type { OutputLog } from './output/log.ts';
import type { OutputRouter } from './output/router.ts';
import type { Sandbox } from './ports/sandbox.ts';
import type { StateEnding, StateLedger } from './state-ledger.ts';
import { createStopper } from './stop.ts';

/** A cell, checked and ready to run. */
export interface Cell {
  readonly executionId: string;
  readonly code: string;
  readonly timeoutMs: number;
  readonly findings: readonly Finding[];
  readonly allowStdin: boolean | undefined;
  readonly onInput: AnswerInput | undefined;
}

/** What a cell runs in. */
export interface CellSurroundings {
  readonly sessionId: string;
  readonly interpreter: Interpreter;
  readonly sandbox: Sandbox;
  readonly limits: ResourceLimits;
  readonly router: OutputRouter;
  readonly log: OutputLog;
  readonly displays: Displays;
  readonly input: CellInput;
  /** Aborted to stop the cell from outside. */
  readonly stop: AbortSignal;
  readonly ledger: StateLedger;
  /** What takes the place of an interpreter that has died, once it has got its state. */
  readonly successor: () => Promise<Interpreter | undefined>;
}

async function stateEnding(
  outcome: CellOutcome,
  { failure }: CellVerdict,
  successor: CellSurroundings['successor'],
): Promise<StateEnding> {
  const cause = failure?.code ?? 'Exit';
  switch (outcome.kind) {
    case 'result':
      return { kind: 'kept' };
    case 'died':
      return { kind: 'lost', cause, successor: await successor() };
    case 'replaced':
      return { kind: 'restored', cause, restoration: outcome };
  }
}

/** Runs one cell to its end, whatever end that is. */
export async function runCell(cell: Cell, around: CellSurroundings): Promise<ExecutionResult> {
  const { interpreter, sandbox, limits, log } = around;
  const startedAt = new Date();

  around.ledger.begin(interpreter);
  using stopper = createStopper(interpreter);
  const output = around.router.startCell(cell.executionId, limits.max_output_size, () =>
    stopper.stop({ kind: 'output', limitBytes: limits.max_output_size }),
  );
  around.displays.startCell(cell.executionId);
  around.input.startCell(cell);
  const deadline = setTimeout(
    () => stopper.stop({ kind: 'timeout', limitMs: cell.timeoutMs }),
    cell.timeoutMs,
  );
  const onStop = (): void => stopper.stop({ kind: 'interrupt' });
  around.stop.addEventListener('abort', onStop, { once: true });

  const start = performance.now();
  const ending = interpreter.run(cell.executionId, cell.code);
  // Read while the driver wakes up, which takes it longer, so that the cell does not wait for it.
  const usageBefore = sandbox.usage();
  sandbox.resetPeak();
  const cpuWatch = watchCpuTime(
    () => sandbox.usage(),
    cpuTimeMs(usageBefore) ?? 0,
    limits.max_cpu_time * 1000,
    () => stopper.stop({ kind: 'cpu', limitSeconds: limits.max_cpu_time }),
  );
  const outcome = await ending;
  const wallMs = performance.now() - start;
  clearTimeout(deadline);
  cpuWatch[Symbol.dispose]();
  around.stop.removeEventListener('abort', onStop);

  around.input.endCell();
  const displays = around.displays.endCell();
  const usageAfter = sandbox.usage();
  log.flush();
  const verdict = judge({
    outcome,
    stopCause: stopper.cause,
    limits,
    oomKills: usageAfter.oomKills - usageBefore.oomKills,
    processLimitHits: usageAfter.processLimitHits - usageBefore.processLimitHits,
    fullDirectory: () => sandbox.fullDirectory?.() ?? null,
  });
  const state = around.ledger.end(
    cell.executionId,
    await stateEnding(outcome, verdict, around.successor),
  );
  return toExecutionResult({
    sessionId: around.sessionId,
    executionId: cell.executionId,
    startedAt,
    wallMs,
    output,
    displays,
    outputLimitBytes: limits.max_output_size,
    outputCursor: log.cursor,
    usageBefore,
    usageAfter,
    verdict,
    frame: outcome.kind === 'result' ? outcome.frame : null,
    state,
    findings: cell.findings,
    isolation: sandbox.isolation,
  });
}

const EMPTY_CAPTURE = createStreamCapture(0);

/** The result of a cell that ended before it reached the interpreter, as `frame` says. */
export function resultWithoutRun(
  cell: Pick<Cell, 'executionId' | 'findings'>,
  frame: Pick<ResultFrame, 'status' | 'exception'>,
  around: Pick<CellSurroundings, 'sandbox' | 'limits' | 'log'> & { readonly id: string },
): ExecutionResult {
  const usage = around.sandbox.usage();
  const outcome = {
    kind: 'result',
    frame: { type: 'result', id: cell.executionId, ...frame },
  } as const;
  return toExecutionResult({
    sessionId: around.id,
    executionId: cell.executionId,
    startedAt: new Date(),
    wallMs: 0,
    output: { stdout: EMPTY_CAPTURE, stderr: EMPTY_CAPTURE },
    displays: [],
    outputLimitBytes: around.limits.max_output_size,
    outputCursor: around.log.cursor,
    usageBefore: usage,
    usageAfter: usage,
    verdict: judge({
      outcome,
      stopCause: null,
      limits: around.limits,
      oomKills: 0,
      processLimitHits: 0,
      fullDirectory: () => null,
    }),
    frame: outcome.frame,
    state: { outcome: 'kept', lost_cells: [], lost_names: [] },
    findings: cell.findings,
    isolation: around.sandbox.isolation,
  });
}

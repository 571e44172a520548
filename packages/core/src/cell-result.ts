import type {
  Display,
  ExecutionResult,
  Finding,
  IsolationTier,
  StateReport,
  Usage,
} from '@repltool/protocol';
import type { CellVerdict } from './cell-verdict.ts';
import type { ResultFrame } from './driver/frames.ts';
import type { CellOutput } from './output/router.ts';
import type { SandboxUsage } from './ports/sandbox.ts';

export interface CellRecord {
  readonly sessionId: string;
  readonly executionId: string;
  readonly startedAt: Date;
  readonly wallMs: number;
  readonly output: CellOutput;
  readonly displays: Display[];
  readonly outputLimitBytes: number;
  readonly outputCursor: number;
  readonly usageBefore: SandboxUsage;
  readonly usageAfter: SandboxUsage;
  readonly verdict: CellVerdict;
  /** Null when the interpreter died. */
  readonly frame: ResultFrame | null;
  readonly state: StateReport;
  readonly findings: readonly Finding[];
  readonly isolation: IsolationTier;
}

function difference(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : Math.max(after - before, 0);
}

function usageOf({ wallMs, usageBefore, usageAfter, output }: CellRecord): Usage {
  return {
    wall_ms: wallMs,
    cpu_user_ms: difference(usageAfter.cpuUserMs, usageBefore.cpuUserMs),
    cpu_system_ms: difference(usageAfter.cpuSystemMs, usageBefore.cpuSystemMs),
    peak_memory_bytes: usageAfter.peakMemoryBytes,
    output_bytes: output.stdout.totalBytes + output.stderr.totalBytes,
    processes: usageAfter.processes,
  };
}

/** Both streams fitted into the limit together: the one that needs less than half of it is kept whole. */
function fitOutput({ output, outputLimitBytes }: CellRecord) {
  const half = Math.floor(outputLimitBytes / 2);
  const stderrBudget = Math.max(half, outputLimitBytes - output.stdout.totalBytes);
  const stderr = output.stderr.text(stderrBudget);
  const stderrBytes = Math.min(output.stderr.totalBytes, stderrBudget);
  return { stdout: output.stdout.text(outputLimitBytes - stderrBytes), stderr };
}

/** The trailing value: JSON where the driver could give it as such, else the language's text. */
function valueOf(frame: ResultFrame | null): Pick<ExecutionResult, 'result' | 'result_text'> {
  if (frame?.status !== 'ok' || frame.text === undefined)
    return { result: null, result_text: null };
  return { result: frame.value === undefined ? frame.text : frame.value, result_text: frame.text };
}

export function toExecutionResult(record: CellRecord): ExecutionResult {
  const { verdict, output } = record;
  const { stdout, stderr } = fitOutput(record);
  const truncated = (['stdout', 'stderr'] as const).flatMap((stream) => {
    const { cut } = stream === 'stdout' ? stdout : stderr;
    if (cut === null) return [];
    return {
      stream,
      total_bytes: output[stream].totalBytes,
      kept_head_bytes: cut.headBytes,
      kept_tail_bytes: cut.tailBytes,
    };
  });
  return {
    session_id: record.sessionId,
    execution_id: record.executionId,
    status: verdict.status,
    success: verdict.status === 'ok' || (verdict.status === 'exited' && verdict.exitCode === 0),
    output: stdout.text,
    error: stderr.text,
    ...valueOf(verdict.status === 'ok' ? record.frame : null),
    displays: record.displays,
    exception: verdict.exception,
    failure: verdict.failure,
    exit_code: verdict.exitCode,
    execution_time_ms: Math.round(record.wallMs),
    timestamp: record.startedAt.toISOString(),
    usage: usageOf(record),
    truncated,
    state: record.state,
    findings: [...record.findings],
    isolation: record.isolation,
    output_cursor: record.outputCursor,
  };
}

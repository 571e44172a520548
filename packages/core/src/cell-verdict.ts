import type {
  ExceptionInfo,
  ExecutionStatus,
  Failure,
  FailureCode,
  ResourceLimits,
} from '@repltool/protocol';
import type { CellOutcome } from './interpreter.ts';
import { describeExit } from './interpreter.ts';
import type { StopCause } from './stop.ts';

/** What ended a cell, as far as the host can see. */
export interface CellEnding {
  readonly outcome: CellOutcome;
  readonly stopCause: StopCause | null;
  readonly limits: ResourceLimits;
  /** Kernel events of the sandbox during the cell. */
  readonly oomKills: number;
  readonly processLimitHits: number;
  /** Path inside of a directory that is full. */
  readonly fullDirectory: () => string | null;
}

export interface CellVerdict {
  readonly status: ExecutionStatus;
  readonly failure: Failure | null;
  readonly exception: ExceptionInfo | null;
  readonly exitCode: number | null;
}

const HINTS: Readonly<Record<FailureCode, string>> = {
  ExecutionError: 'See `exception`, `error` and `exit_code`.',
  ExecutionTimeout: 'Pass a larger timeout_ms, or do less in one cell.',
  ExecutionInterrupted: 'The cell was stopped on request.',
  ExecutionMemoryExceeded: 'Use less memory, or create the session with a larger max_memory_mb.',
  OutputLimitExceeded:
    'Print less, or create the session with a larger max_output_size. The head and the tail were kept.',
  ResourceLimitExceeded: 'Use less, or create the session with a larger limit.',
  SandboxViolation: 'The sandbox mode does not allow this; see the message for the rule.',
  InterpreterCrashed: 'The interpreter died; `state` says with what the session goes on.',
};

function failure(code: FailureCode, message: string): Failure {
  return { code, message, hint: HINTS[code] };
}

function stopped(cause: StopCause): { status: ExecutionStatus; failure: Failure } {
  switch (cause.kind) {
    case 'timeout':
      return {
        status: 'timeout',
        failure: failure(
          'ExecutionTimeout',
          `The cell was stopped at its deadline of ${cause.limitMs} ms (timeout_ms).`,
        ),
      };
    case 'interrupt':
      return {
        status: 'interrupted',
        failure: failure('ExecutionInterrupted', 'The cell was interrupted.'),
      };
    case 'output':
      return {
        status: 'limit',
        failure: failure(
          'OutputLimitExceeded',
          `The cell wrote more than ${cause.limitBytes} bytes (max_output_size).`,
        ),
      };
    case 'cpu':
      return {
        status: 'limit',
        failure: failure(
          'ResourceLimitExceeded',
          `The cell used more than ${cause.limitSeconds} s of CPU time (max_cpu_time).`,
        ),
      };
  }
}

/** A limit the kernel enforced, when the cell did not get over it by itself. */
function limitFailure(ending: CellEnding): Failure | null {
  const { oomKills, processLimitHits, limits } = ending;
  if (oomKills > 0) {
    return failure(
      'ExecutionMemoryExceeded',
      `The cell needed more than ${limits.max_memory_mb} MiB of memory (max_memory_mb).`,
    );
  }
  if (processLimitHits > 0) {
    return failure(
      'ResourceLimitExceeded',
      `The cell needed more than ${limits.max_processes} processes and threads (max_processes).`,
    );
  }
  const full = mayBeForWantOfRoom(ending) ? ending.fullDirectory() : null;
  if (full !== null) {
    return failure(
      'ResourceLimitExceeded',
      `The cell filled ${full}, which holds ${limits.max_disk_mb} MiB (max_disk_mb).`,
    );
  }
  return null;
}

/** The kernel's numbers and names for it, which every language's exceptions carry. */
const NO_ROOM = /\b(ENOSPC|EFBIG|Errno 2[78])\b/;

/** Whether a full disk explains the end: an exception says so, where there is one. */
function mayBeForWantOfRoom({ outcome }: CellEnding): boolean {
  if (outcome.kind !== 'result') return true;
  const { status, exception } = outcome.frame;
  if (status === 'denied' || status === 'interrupted') return false;
  return exception === undefined || exception === null
    ? true
    : NO_ROOM.test(`${exception.name}: ${exception.message}`);
}

function ofDeath(
  outcome: Exclude<CellOutcome, { kind: 'result' }>,
): Pick<CellVerdict, 'status' | 'failure'> {
  if (outcome.kind === 'died' && outcome.violation !== null) {
    return { status: 'crashed', failure: failure('InterpreterCrashed', outcome.violation) };
  }
  if (outcome.exit.signal === null) {
    const message = `The cell ended the interpreter with exit code ${outcome.exit.code ?? 'unknown'}.`;
    return {
      status: 'exited',
      failure: outcome.exit.code === 0 ? null : failure('ExecutionError', message),
    };
  }
  return {
    status: 'crashed',
    failure: failure(
      'InterpreterCrashed',
      `The interpreter was ended by ${describeExit(outcome.exit)}.`,
    ),
  };
}

function ofResult(ending: CellEnding): Pick<CellVerdict, 'status' | 'failure'> {
  const { outcome } = ending;
  if (outcome.kind !== 'result') return ofDeath(outcome);
  const { status, exception, exit_code: exitCode } = outcome.frame;
  switch (status) {
    case 'ok':
      return { status, failure: null };
    case 'interrupted':
      return stopped({ kind: 'interrupt' });
    case 'denied':
      return {
        status,
        failure: failure(
          'SandboxViolation',
          exception?.message ?? 'The sandbox mode does not allow this.',
        ),
      };
    case 'exited':
      return {
        status,
        failure:
          exitCode === 0
            ? null
            : failure('ExecutionError', `The cell exited with code ${exitCode ?? 1}.`),
      };
    case 'error':
      return {
        status,
        failure: failure(
          'ExecutionError',
          exception
            ? `${exception.name}: ${exception.message}`
            : `The cell ended with exit code ${exitCode ?? 1}.`,
        ),
      };
  }
}

/** The status of a cell. A cell that dealt with an interrupt itself and ended well is `ok`; one past its deadline or a limit never is. */
export function judge(ending: CellEnding): CellVerdict {
  const { outcome, stopCause } = ending;
  const frame = outcome.kind === 'result' ? outcome.frame : undefined;
  const exception = frame?.exception ?? null;
  const exitCode =
    outcome.kind === 'result' ? (outcome.frame.exit_code ?? null) : outcome.exit.code;
  const handledInterrupt = stopCause?.kind === 'interrupt' && frame?.status === 'ok';
  if (stopCause !== null && !handledInterrupt)
    return { ...stopped(stopCause), exception, exitCode };

  const verdict = ofResult(ending);
  const limit = verdict.failure === null ? null : limitFailure(ending);
  return limit === null
    ? { ...verdict, exception, exitCode }
    : { status: 'limit', failure: limit, exception, exitCode };
}

import { randomBytes } from 'node:crypto';
import type { Session } from '@repltool/core';
import { ReplError, type ExecuteRequest, type ExecutionResult } from '@repltool/protocol';
import type { Journal } from './journal.ts';

interface Run {
  readonly code: string;
  readonly result: Promise<ExecutionResult>;
}

/** Refusals remembered per session, so that a request sent again is refused for the same reason. */
const MAX_REFUSALS = 100;

/** Runs cells so that the same request, sent again after a lost connection, finds the one execution. */
export interface CellRuns {
  run(session: Session, journal: Journal, request: ExecuteRequest): Promise<ExecutionResult>;
  /** The result of a cell that ended, runs or waits. @throws ReplError ExecutionNotFound */
  result(session: Session, journal: Journal, executionId: string): Promise<ExecutionResult>;
}

function assertSameCode(executionId: string, before: string | undefined, now: string): void {
  if (before === undefined || before === now) return;
  const message = 'belongs to a cell with other code';
  throw new ReplError('InvalidRequest', `execution_id: ${message}, not ${executionId}`, {
    issues: [{ field: 'execution_id', value: executionId, message }],
  });
}

interface SessionRuns {
  /** Running, waiting, or refused. What ended is in the journal. */
  readonly byId: Map<string, Run>;
  readonly refused: string[];
}

export function createCellRuns(): CellRuns {
  const runsOf = new WeakMap<Session, SessionRuns>();

  const runs = (session: Session): SessionRuns => {
    const known = runsOf.get(session) ?? { byId: new Map<string, Run>(), refused: [] };
    runsOf.set(session, known);
    return known;
  };

  const start = (session: Session, executionId: string, request: ExecuteRequest): Run => {
    const { byId, refused } = runs(session);
    const { code, timeout_ms, on_busy, allow_stdin } = request;
    const result = session.execute(code, {
      execution_id: executionId,
      ...(timeout_ms === undefined ? {} : { timeout_ms }),
      ...(on_busy === undefined ? {} : { on_busy }),
      ...(allow_stdin === undefined ? {} : { allow_stdin }),
    });
    const run = { code, result };
    byId.set(executionId, run);
    result.then(
      () => byId.delete(executionId),
      () => {
        refused.push(executionId);
        const forgotten = refused.length > MAX_REFUSALS ? refused.shift() : undefined;
        if (forgotten !== undefined) byId.delete(forgotten);
      },
    );
    return run;
  };

  return {
    run(session, journal, request) {
      const executionId = request.execution_id ?? randomBytes(16).toString('hex');
      const known = runs(session).byId.get(executionId);
      if (known !== undefined) {
        assertSameCode(executionId, known.code, request.code);
        return known.result;
      }
      const ended = journal.result(executionId);
      if (ended !== undefined) {
        assertSameCode(executionId, journal.started(executionId)?.code, request.code);
        return Promise.resolve(ended);
      }
      return start(session, executionId, request).result;
    },
    async result(session, journal, executionId) {
      const ended =
        journal.result(executionId) ?? (await runs(session).byId.get(executionId)?.result);
      if (ended !== undefined) return ended;
      throw new ReplError('ExecutionNotFound', `There is no result of a cell ${executionId}.`);
    },
  };
}

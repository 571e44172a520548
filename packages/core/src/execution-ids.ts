import { ReplError } from '@repltool/protocol';
import { randomId } from './ids.ts';

/** The ids of a session's cells, and how many there are. */
export interface ExecutionIds {
  readonly count: number;
  /** @throws ReplError InvalidRequest for an id that was used before, ExpressionLimitExceeded */
  take(asked: string | undefined): string;
}

export function createExecutionIds(maxExpressions: number): ExecutionIds {
  const used = new Set<string>();
  return {
    get count() {
      return used.size;
    },
    take(asked) {
      const executionId = asked ?? randomId();
      if (used.has(executionId)) {
        const message = 'must be new in this session';
        throw new ReplError('InvalidRequest', `execution_id: ${message}, not ${executionId}`, {
          issues: [{ field: 'execution_id', value: executionId, message }],
        });
      }
      if (used.size >= maxExpressions) {
        throw new ReplError(
          'ExpressionLimitExceeded',
          `The session has run ${maxExpressions} cells (max_expressions).`,
        );
      }
      used.add(executionId);
      return executionId;
    },
  };
}

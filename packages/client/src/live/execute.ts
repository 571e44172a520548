import type { ExecutionResult } from '@repltool/protocol';
import { untilAborted } from '../until-aborted.ts';
import type { Link } from './link.ts';
import type { LiveExecuteOptions } from './session.ts';
import type { SessionStream } from './stream.ts';

interface CellRequest {
  readonly link: Link;
  readonly stream: SessionStream;
  readonly sessionId: string;
  readonly code: string;
  readonly options: LiveExecuteOptions;
}

/** Works where `crypto.randomUUID` does not: on a page that is neither https nor localhost. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function send(cell: CellRequest, executionId: string): Promise<ExecutionResult> {
  const { link, stream, sessionId, code, options } = cell;
  const { timeout_ms, on_busy, allow_stdin = stream.answersInput, signal } = options;
  try {
    return await link.requestAgain(
      'cell-execute',
      () => ({
        session_id: sessionId,
        code,
        execution_id: executionId,
        allow_stdin,
        ...(timeout_ms === undefined ? {} : { timeout_ms }),
        ...(on_busy === undefined ? {} : { on_busy }),
      }),
      { signal },
    );
  } catch (error) {
    if (signal?.aborted === true) {
      // The caller is told why it stopped waiting; a cell that ended meanwhile needs no stopping.
      link
        .request('cell-interrupt', { session_id: sessionId, execution_id: executionId })
        .catch(() => undefined);
    }
    throw error;
  }
}

export async function executeCell(cell: CellRequest): Promise<ExecutionResult> {
  const { stream, options } = cell;
  const { onOutput, signal, execution_id: executionId = randomId() } = options;
  if (onOutput === undefined) return send(cell, executionId);

  signal?.throwIfAborted();
  const stop = await stream.listen({
    output(event) {
      if (event.execution_id === executionId && !event.late) onOutput(event);
    },
  });
  try {
    const result = await send(cell, executionId);
    // Pushes are held back while this client is slow; the answer is not.
    await untilAborted(stream.reached(result.output_cursor), [signal]);
    return result;
  } finally {
    stop();
  }
}

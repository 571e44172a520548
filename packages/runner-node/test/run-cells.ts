import type { Session } from '@repltool/core';
import type { ExecutionResult, SessionConfig } from '@repltool/protocol';
import type { RunnerFixture } from '@repltool/runner-testkit';

/** Runs cells one after the other, whatever becomes of each. */
async function runAll(session: Session, cells: readonly string[]): Promise<ExecutionResult[]> {
  const results: ExecutionResult[] = [];
  for (const code of cells) results.push(await session.execute(code));
  return results;
}

/** The same in a session of its own. */
export async function runCells(
  fixture: RunnerFixture,
  cells: readonly string[],
  config?: Partial<SessionConfig>,
): Promise<ExecutionResult[]> {
  await using session = await fixture.session(config);
  return await runAll(session, cells);
}

/** The rendering of each result, or the status of a cell that did not end well. */
export const texts = (results: readonly ExecutionResult[]): (string | null)[] =>
  results.map(({ status, result_text }) => (status === 'ok' ? result_text : status));

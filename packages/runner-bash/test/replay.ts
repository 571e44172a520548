import type { Session } from '@repltool/core';
import type { RunnerFixture } from '@repltool/runner-testkit';
import { expect } from 'vitest';

/** What a cell is expected to give; members left out are not looked at. */
export interface ExpectedCell {
  readonly code: string;
  readonly status?: string;
  readonly exit?: number;
  readonly output?: string | RegExp;
  readonly error?: string | RegExp;
}

const matching = (wanted: string | RegExp): unknown =>
  typeof wanted === 'string' ? wanted : expect.stringMatching(wanted);

/** Runs the cells in order in `session`; the state must survive each of them. */
export async function replayIn(session: Session, cells: readonly ExpectedCell[]): Promise<void> {
  for (const { code, status, exit, output, error } of cells) {
    const result = await session.execute(code);
    expect({ code, ...result }).toMatchObject({
      code,
      state: { outcome: 'kept' },
      ...(status === undefined ? {} : { status }),
      ...(exit === undefined ? {} : { exit_code: exit }),
      ...(output === undefined ? {} : { output: matching(output) }),
      ...(error === undefined ? {} : { error: matching(error) }),
    });
    expect(result.output + result.error).not.toMatch(/__repltool|\/opt\/repltool/);
  }
}

/** The same in a session of its own. */
export async function replay(
  fixture: RunnerFixture,
  cells: readonly ExpectedCell[],
): Promise<void> {
  await using session = await fixture.session();
  await replayIn(session, cells);
}

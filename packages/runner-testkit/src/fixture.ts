import { createEngine, type Engine, type RunnerPlugin, type Session } from '@repltool/core';
import { createPolicy } from '@repltool/policy/node';
import type { ExecutionResult, SessionConfig } from '@repltool/protocol';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { afterAll, expect } from 'vitest';

/** A real engine with one runner, in the real sandbox, closed after the tests of the file. */
export interface RunnerFixture {
  readonly plugin: RunnerPlugin;
  readonly engine: Engine;
  /** A new session of the runner's language. */
  session(config?: Partial<SessionConfig>): Promise<Session>;
  /** Runs cells in order in a new session, expecting each but the last to end well; gives the last one's result. */
  run(...cells: readonly string[]): Promise<ExecutionResult>;
}

/** @param examined when false, cells reach the interpreter whatever the policy has to say of their text */
export function createRunnerFixture(
  plugin: RunnerPlugin,
  { examined = true }: { readonly examined?: boolean } = {},
): RunnerFixture {
  const policy = createPolicy();
  const engine = createEngine({
    runners: [plugin],
    policy: examined ? policy : { ...policy, check: () => [] },
    sandbox: createBubblewrapBackend(),
  });
  afterAll(() => engine.close());

  const session: RunnerFixture['session'] = (config) =>
    engine.createSession({ language: plugin.language, ...config });

  return {
    plugin,
    engine,
    session,
    async run(...cells) {
      await using fresh = await session();
      let result: ExecutionResult | undefined;
      for (const [index, code] of cells.entries()) {
        result = await fresh.execute(code);
        if (index < cells.length - 1) expect(result).toMatchObject({ success: true });
      }
      if (result === undefined) throw new Error('no cell to run');
      return result;
    },
  };
}

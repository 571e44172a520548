import type { Session } from 'repltool';
import { ReplError } from '@repltool/protocol';
import { expect } from 'vitest';
import type { Checks } from '../check.ts';

/** How long it takes to be told what could come at the end of `code`, or that there are no such answers. */
async function timeToComplete(session: Session | undefined, code: string): Promise<number> {
  const asked = performance.now();
  await session?.complete({ code, cursor: code.length }).catch((error: unknown) => {
    if (!ReplError.isInstance(error) || error.code !== 'NotSupported') throw error;
  });
  return performance.now() - asked;
}

/** What surrounds JavaScript cells: memory, network, an editor. */
export const NODE_SURROUNDING_CHECKS: Checks = {
  'nd-018-wasm-as'({ cell, cells, plan }) {
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: '65536' });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'function'" });
    expect(cell(3)).toMatchObject({ status: 'ok', result_text: 'true' });
    if (plan.mode === 'strict') {
      // Strict mode has no modules that reach a network; see docs/behaviour.md.
      expect(cells[3]).toMatchObject({
        kind: 'refused',
        error: { code: 'MaliciousCodeDetected' },
      });
    } else {
      expect(cell(4)).toMatchObject({ status: 'ok', result_text: "'hi'" });
    }
  },

  async 'nd-028-completion-eval'({ cell, steps, sessions }) {
    for (const step of steps.slice(0, 2)) {
      expect(step).toMatchObject({ kind: 'answer' });
      if (step.kind === 'answer' && step.status !== 200)
        expect(step.body).toMatchObject({ status: 409, type: 'urn:repltool:error:NotSupported' });
    }
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: "'undefined'" });
    // The first answer of the case had to wait for the server and for the interpreter.
    for (const code of ['while (true) {}', 'while (true) {}\n', 'globalThis.side = 1; glob'])
      expect(await timeToComplete(sessions[0], code)).toBeLessThan(1000);
    expect(await sessions[0]?.execute('typeof side')).toMatchObject({
      result_text: "'undefined'",
      state: { outcome: 'kept' },
    });
  },
};

import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import type { Replayed } from '../replay/replay.ts';
import { cellsOf, expectPrompt, expectSameInterpreter, written } from './common.ts';

const exitCodesOf = (replayed: Replayed): (number | null)[] =>
  cellsOf(replayed).map(({ exit_code }) => exit_code);

/** That all cells of a case run in one and the same shell. */
export const BASH_STATE_CHECKS: Checks = {
  'sh-003-exit-status'(replayed) {
    expect(exitCodesOf(replayed)).toEqual([1, 0, 1, 0, 42, 127]);
    expect(replayed.cell(2).output).toBe('1\n');
    expect(replayed.cell(4).output).toBe('0 1 0\n');
    expect(replayed.cell(6).error).toContain('command not found');
  },

  'sh-010-exec-redirect'(replayed) {
    const { cell, events } = replayed;
    expect(exitCodesOf(replayed)).toEqual([0, 3, 0, 127, 0, 1, 1, 0]);
    expectPrompt(cellsOf(replayed), 1000);
    for (const number of [1, 2]) expect(cell(number).output).toBe('');
    expect(cell(3).output).toBe('back\nhidden\nhidden2\n');
    expect(cell(4).error).toBe('');
    expect(cell(5).output).toBe('e2\n');
    // A redirection by `exec` lasts until it is taken back: `echo` cannot write any more; see docs/behaviour.md.
    for (const number of [7, 8]) expect(cell(number)).toMatchObject({ output: '', error: '' });
    expect(written(events, 'stdout')).not.toContain('gone');
    expectSameInterpreter(replayed);
  },

  'sh-021-state-kept'(replayed) {
    const { cell } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', output: '', error: '' });
    expect(cell(2).output).toBe('d1\nF2\nLL\n3:b c\nv\n1\nplain\n0077\neg\n1\n');
    expect(cell(2).error).toBe('');
    expect(cell(3).output).toMatch(/^\/workspace\nhome\n\d+\n2\n$/);
    expectSameInterpreter(replayed);
  },

  'sh-025-hijack-builtins': async (replayed) => {
    const { cell, engine, events, plan } = replayed;
    // An assignment to a name that is read-only ends the cell, in any Bash.
    expect(exitCodesOf(replayed)).toEqual([0, 0, 0, 1, 0, 0]);
    expect(cellsOf(replayed).map(({ output }) => output)).toEqual([
      '',
      'a\n',
      'b\n',
      '',
      '',
      'd\n',
    ]);
    expect(cell(4).error).toBe('bash: line 1: PATH: readonly variable\n');
    expect(written(events, 'stdout') + written(events, 'stderr')).not.toContain('HIJACK');
    expectSameInterpreter(replayed);

    // Nothing of a driver's is looked for in PATH.
    await using lost = await engine.createSession({ language: 'bash', sandbox_mode: plan.mode });
    await lost.execute('PATH=/nonexistent; hash -r');
    const result = await lost.execute('echo c; false');
    expect(result).toMatchObject({ output: 'c\n', error: '', exit_code: 1 });
  },

  'sh-026-ifs-posix'(replayed) {
    expect(exitCodesOf(replayed)).toEqual([0, 130, 0, 0]);
    expect(replayed.cell(3).output).toBe('*\né\n');
    expect(replayed.cell(4).output).toBe('ok\n');
    expectSameInterpreter(replayed);
  },

  'sh-028-same-shell'(replayed) {
    const { cell } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', output: '', error: '' });
    expect(cell(2)).toMatchObject({ status: 'ok', output: 'rc=0\n' });
    expect(cell(3)).toMatchObject({ status: 'ok', output: 'same\n0\n' });
    expect(cell(4)).toMatchObject({ status: 'ok', output: '2 3\n', exit_code: 0 });
    expect(cell(5)).toMatchObject({ status: 'ok', output: '1\n2\n' });
    expect(cell(6)).toMatchObject({ status: 'error', exit_code: 1 });
    expect(cell(6).error).toBe('bash: line 1: local: can only be used in a function\n');
  },
};

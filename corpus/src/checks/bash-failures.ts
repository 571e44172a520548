import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { leftOver } from '../replay/host-processes.ts';
import { cellsOf, expectPrompt, expectSameInterpreter, expectTimedOut, written } from './common.ts';

/** A complaint of Bash about the text of a cell, with the line at fault of a cell of one line. */
const syntaxErrorIn = (code: string): string[] => [
  ...['fi', 'done', '}'].map((token) => `syntax error near unexpected token \`${token}'`),
  'syntax error: unexpected end of file',
  `\`${code}'`,
];

/** Cells that fail, and cells that would end the shell. */
export const BASH_FAILURE_CHECKS: Checks = {
  'sh-006-unbalanced'(replayed) {
    const { cell, sessions } = replayed;
    const codes = sessions[0]?.history().executions.map(({ code }) => code) ?? [];
    for (const [index, code] of codes.slice(0, 7).entries()) {
      const result = cell(index + 1);
      expect(result).toMatchObject({ status: 'error', exit_code: 2, output: '' });
      expect(result.error).toMatch(/syntax error/);
      // Bash's own words about the cell's own text, and no others.
      const said = result.error.split('\n').slice(0, -1);
      const unknown = said.filter((line) => {
        const [, words = line] = /^bash: line [12]: (.*)$/.exec(line) ?? [];
        return !syntaxErrorIn(code).includes(words);
      });
      expect(unknown).toEqual([]);
    }
    expect(codes).toHaveLength(8);
    expect(cell(8)).toMatchObject({ status: 'ok', output: 'fine\n', error: '', exit_code: 0 });
    expect(written(replayed.events, 'stdout')).toBe('fine\n');
    expectPrompt(cellsOf(replayed), 1000);
    expectSameInterpreter(replayed);
  },

  async 'sh-008-exit-bg'({ cell, sessions }) {
    expect(cell(1)).toMatchObject({ status: 'exited', exit_code: 1, output: 'started\n' });
    expectPrompt([cell(1)], 3000);
    // `exit` ends the cell and not the session, so the job goes on until the session ends; see docs/behaviour.md.
    expect(cell(1).state).toMatchObject({ outcome: 'kept' });
    expect(await sessions[0]?.execute('echo here')).toMatchObject({ output: 'here\n' });
    await sessions[0]?.terminate();
    expect(await leftOver([], { match: 'sleep 300', withinS: 5 })).toEqual([]);
  },

  'sh-011-set-e-sticky'(replayed) {
    const { cell, sessions } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', output: 'on\n' });
    // It is said that the cell has ended early, and the shell goes on.
    expect(cell(2)).toMatchObject({ status: 'exited', output: '', exit_code: 1, success: false });
    expect(cell(3)).toMatchObject({ status: 'ok', output: 'alive\n' });
    expect(cell(4)).toMatchObject({ status: 'ok', output: 'off\n', exit_code: 0 });
    expectPrompt(cellsOf(replayed), 2000);
    expect(sessions[0]?.info().status).toBe('idle');
  },

  'sh-013-set-u'(replayed) {
    const { cell } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', output: 'armed\n' });
    expect(cell(2)).toMatchObject({
      status: 'exited',
      success: false,
      exit_code: 1,
      output: '',
      error: 'bash: line 1: undef_var: unbound variable\n',
    });
    expect(cell(3)).toMatchObject({ status: 'ok', output: 'alive\n' });
    expect(cell(4)).toMatchObject({ status: 'ok', output: '[]\n' });
    expectPrompt(cellsOf(replayed), 2000);
    expect(written(replayed.events, 'stderr')).toBe(cell(2).error);
  },

  'sh-015-onecmd-noexec'(replayed) {
    const { cell } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok' });
    expect(cell(2)).toMatchObject({ status: 'ok', output: 'one\n' });
    // A shell that no longer runs anything has ended: the result says so, and that another takes its place.
    expect(cell(3)).toMatchObject({ status: 'exited', output: '' });
    expect(cell(3).state).toMatchObject({ cause: 'Exit' });
    expect(cell(3).state.outcome).not.toBe('kept');
    expect(cell(4)).toMatchObject({ status: 'ok', output: 'two\n' });
    expectPrompt(cellsOf(replayed), 3000);
  },

  'sh-023-timeout-tree'({ cell, steps }) {
    expectTimedOut(cell(1), 1000);
    expect(steps[0]?.wallMs).toBeLessThan(5000);
    expect(steps[1]).toMatchObject({ kind: 'processes', left: [] });
    const { outcome, cause } = cell(1).state;
    expect([outcome, cause]).toEqual(
      outcome === 'kept' ? ['kept', undefined] : [outcome, 'ExecutionTimeout'],
    );
    expect(cell(2)).toMatchObject({ status: 'ok', output: 'next\n' });
  },

  'sh-030-not-found'(replayed) {
    const { cell } = replayed;
    const codes = cellsOf(replayed).map(({ exit_code }) => exit_code);
    expect([126, 127]).toContain(codes[6]);
    expect(codes).toEqual([127, 127, 126, 1, 1, 126, codes[6], 0, 0]);
    const named = [
      ...['pyan3', './nofile.sh', './noexec.sh', '/nonexistent/dir/f', 'missing.txt', '/tmp'],
      './badint.sh',
    ];
    for (const [index, name] of named.entries()) {
      expect(cell(index + 1)).toMatchObject({ status: 'error', output: '' });
      const [, subject] = /^bash: line 1: ([^:\n]+): [^:\n]+(?:: [^:\n]+)?\n$/.exec(
        cell(index + 1).error,
      ) ?? ['', cell(index + 1).error];
      expect(subject).toBe(name);
    }
    expect(cell(8).output).toBe('after\n2\n');
    expect(cell(9).output).toBe('has\n');
    expectSameInterpreter(replayed);
  },
};

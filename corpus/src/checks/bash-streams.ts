import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { cellsOf, expectPrompt, expectSameInterpreter, occurrences, written } from './common.ts';

/** What Bash cells write and read, and what their background jobs do. */
export const BASH_STREAM_CHECKS: Checks = {
  'sh-001-no-newline'(replayed) {
    const seen = cellsOf(replayed).map(({ output, exit_code }) => [output, exit_code]);
    expect(seen).toEqual([
      ['hello', 0],
      ['abc', 1],
      ['x\n\n\n', 0],
      ['', 9],
    ]);
    expect(written(replayed.events, 'stdout')).toBe('helloabcx\n\n\n');
  },

  'sh-005-heredoc'(replayed) {
    const outputs = cellsOf(replayed).map(({ output }) => output);
    expect(outputs).toEqual([
      ...['a $b\n`c`\n', 'unterminated 2\n', 'tabbed\nafter\n', 'HERE\n', 'clean\n'],
    ]);
    expect(cellsOf(replayed).map(({ exit_code }) => exit_code)).toEqual([0, 0, 0, 0, 0]);
    expectPrompt(cellsOf(replayed), 1000);
    const warning =
      /^bash: line 2: warning: here-document at line 1 delimited by end-of-file \(wanted `EOF'\)\n$/;
    expect(replayed.cell(2).error).toMatch(warning);
    expect(written(replayed.events, 'stderr')).toMatch(warning);
  },

  'sh-016-stdin-eaten'(replayed) {
    const { cell, plan } = replayed;
    const outputs = cellsOf(replayed).map(({ output }) => output);
    // There is no Python in the toolbox of standard mode.
    const python = plan.mode === 'relaxed' ? "''\n" : '';
    expect(outputs).toEqual(['rc=1 x=[]\n', '', 'more\n', python, '', 'still here\n']);
    if (plan.mode === 'relaxed') expect(cell(4)).toMatchObject({ exit_code: 0, error: '' });
    else expect(cell(4)).toMatchObject({ exit_code: 127 });
    expect(written(replayed.events, 'stderr')).toBe(cell(4).error);
    expect(cell(4).error).toMatch(/^(?:bash: line 1: python3: command not found\n)?$/);
    expectPrompt(cellsOf(replayed), 2000);
    expectSameInterpreter(replayed);
  },

  'sh-018-bg-job'(replayed) {
    const { cell, events } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', output: 'started\n', error: '' });
    expectPrompt([cell(1)], 1000);
    expect(cell(2)).toMatchObject({ status: 'ok', output: '1\n' });
    expect(cell(3)).toMatchObject({ status: 'ok', output: '0\n' });
    expect(cell(4)).toMatchObject({ status: 'ok', output: 'quiet\n' });
    expect(written(events, 'stdout')).toBe('started\n1\n0\nquiet\n');
    expect(written(events, 'stderr')).not.toMatch(/^\[\d+\]/m);
  },

  'sh-020-bg-late-output'({ cell, events }) {
    expect(cell(1)).toMatchObject({ status: 'ok', output: 'now\n', error: '' });
    expectPrompt([cell(1)], 450);
    // Bytes have no author: what a job writes while another cell runs is part of that cell's output.
    expect(cell(2)).toMatchObject({ status: 'ok', output: 'late\ntwo\n', error: 'lateerr\n' });
    expect(written(events, 'stdout')).toBe('now\nlate\ntwo\n');
    expect(occurrences(written(events, 'stderr'), 'lateerr')).toBe(1);
  },
};

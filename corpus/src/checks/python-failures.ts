import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { cellsOf, expectSameInterpreter } from './common.ts';

/** Characters that a message is cut to, as docs/behaviour.md says, and room for the note about the cut. */
const MESSAGE_CHARS = 16_384 + 100;

/** Cells that fail, exit, or break what a driver might use. */
export const PYTHON_FAILURE_CHECKS: Checks = {
  'py-021-future-leak'({ cell }) {
    expect(cell(1)).toMatchObject({ status: 'error', exception: { name: 'NameError' } });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'not_defined_name'" });
  },

  'py-023-syntax-errors'({ cell }) {
    const names = ['SyntaxError', 'SyntaxError', 'IndentationError', 'SyntaxError'];
    const lines = [3, 1, 1, 1];
    for (const [index, name] of names.entries()) {
      const result = cell(index + 1);
      expect(result).toMatchObject({ status: 'error', output: '', error: '', exception: { name } });
      const traceback = result.exception?.traceback.join('\n') ?? '';
      expect(traceback).toContain(`File "<cell ${index + 1}>", line ${lines[index]}\n`);
      expect(traceback).toMatch(/^ +\^/m);
    }
    expect(cell(5)).toMatchObject({ status: 'ok', result_text: "'unset'" });
  },

  'py-025-exception-shapes'(replayed) {
    const { cell } = replayed;
    const traceback = (number: number): string | undefined =>
      cell(number).exception?.traceback.join('\n');
    expect(cell(1)).toMatchObject({ status: 'error', exception: { name: 'ExceptionGroup' } });
    expect(traceback(1)).toContain('inner-a');
    expect(traceback(1)).toContain('inner-b');
    expect(cell(2)).toMatchObject({
      status: 'error',
      exception: { name: 'B', message: '<exception str() failed>' },
    });
    expect(cell(3)).toMatchObject({ status: 'error', exception: { name: 'LookupError' } });
    expect(traceback(3)).toContain('ZeroDivisionError');
    expect(traceback(3)).toContain('direct cause');
    expect(cell(4)).toMatchObject({ status: 'error', exception: { name: 'M' } });
    const message = cell(4).exception?.message ?? '';
    expect(message).toMatch(/^m{1000}/);
    expect(message.length).toBeLessThanOrEqual(MESSAGE_CHARS);
    expectSameInterpreter(replayed);
  },

  'py-026-builtin-shadow'(replayed) {
    const { cell } = replayed;
    for (const number of [1, 2, 3, 6]) expect(cell(number)).toMatchObject({ status: 'ok' });
    expect(cell(4)).toMatchObject({ status: 'ok', result_text: '2' });
    expect(cell(5)).toMatchObject({ status: 'error', exception: { name: 'ZeroDivisionError' } });
    expect(cell(5).exception?.traceback.join('\n')).toContain('1 / 0');
    expect(cell(7)).toMatchObject({ status: 'ok', result_text: '[1, 2]' });
    expectSameInterpreter(replayed);
  },

  'py-030-sys-exit'(replayed) {
    const { cell } = replayed;
    // An exit ends its cell and not the interpreter.
    const codes: readonly (readonly [cell: number, code: number])[] = [
      [1, 3],
      [3, 0],
      [4, 1],
      [5, 4],
    ];
    for (const [number, exit_code] of codes)
      expect(cell(number)).toMatchObject({ status: 'exited', exit_code, success: exit_code === 0 });
    expect(cell(4).error).toBe('bye text\n');
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: '10' });
    expect(cell(6)).toMatchObject({ status: 'ok', result_text: '11' });
    expectSameInterpreter(replayed);
  },

  'py-041-cwd-deleted'({ cell }) {
    expect(cell(1)).toMatchObject({ status: 'ok' });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: '2' });
    expect(cell(3)).toMatchObject({ status: 'error', exception: { name: 'FileNotFoundError' } });
    expect(cell(4)).toMatchObject({ status: 'ok', output: 'back\n', result_text: '0' });
  },

  'py-033-bad-filename'(replayed) {
    const { cell, steps } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok' });
    expect(steps[1]).toMatchObject({ kind: 'answer', status: 200 });
    const listing = JSON.stringify(steps[1]);
    expect(listing).toContain('good.txt');
    expect(listing.isWellFormed()).toBe(true);
    expect(listing).not.toContain('\ufffd');
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: "'alive'" });
    expect(cellsOf(replayed)).toHaveLength(2);
  },
};

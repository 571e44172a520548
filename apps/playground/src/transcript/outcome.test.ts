import { describe, expect, it } from 'vitest';
import { resultOf } from '../state/fixtures.ts';
import { formatBytes, formatDuration } from './formats.ts';
import { exceptionText, stateLossText, truncationLines } from './outcome.ts';

const exception = (traceback: string[]) =>
  resultOf('a', { exception: { name: 'ValueError', message: 'bad', traceback } });

describe('exceptionText', () => {
  it('is the traceback where that names the error', () => {
    const traceback = ['Traceback (most recent call last):', 'ValueError: bad', ''];
    expect(exceptionText(exception(traceback))).toBe(
      'Traceback (most recent call last):\nValueError: bad',
    );
  });

  it('names the error where the traceback does not or is not there', () => {
    expect(exceptionText(exception(['  at cell 1, line 2']))).toBe(
      'ValueError: bad\n  at cell 1, line 2',
    );
    expect(exceptionText(exception([]))).toBe('ValueError: bad');
    expect(exceptionText(resultOf('a'))).toBeNull();
  });
});

describe('what a cell cost', () => {
  it('says nothing when the state was kept', () => {
    expect(stateLossText(resultOf('a').state)).toBeNull();
  });

  it('names what is lost', () => {
    const state = { outcome: 'reset', lost_cells: ['a'], lost_names: ['worker'] } as const;
    expect(stateLossText({ ...state, lost_cells: ['a'], lost_names: ['worker'] })).toContain(
      'Lost: worker.',
    );
  });

  it('tells how much of a stream was left out', () => {
    const truncated = [
      { stream: 'stdout', total_bytes: 12_582_912, kept_head_bytes: 1024, kept_tail_bytes: 1536 },
    ] as const;
    expect(truncationLines(resultOf('a', { truncated: [...truncated] }))).toEqual([
      'stdout: 12 MiB written; the result keeps the first 1 KiB and the last 1.5 KiB.',
    ]);
  });
});

describe('formats', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [2345, '2.3 s'],
    [185_000, '3 min 5 s'],
  ])('writes %i ms as %s', (durationMs, expected) => {
    expect(formatDuration(durationMs)).toBe(expected);
  });

  it.each([
    [512, '512 B'],
    [1536, '1.5 KiB'],
    [25 * 1024 * 1024, '25 MiB'],
  ])('writes %i bytes as %s', (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected);
  });
});

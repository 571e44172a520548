import { describe, expect, it } from 'vitest';
import type { Cell } from '../state/model.ts';
import { AT_DRAFT, codesOf, newer, older } from './code-history.ts';

const cell = (code: string): Cell => ({
  id: code,
  sessionId: null,
  number: null,
  code,
  phase: { kind: 'abandoned' },
});

describe('codesOf', () => {
  it('leaves out repetitions that follow one another and cells without code', () => {
    expect(codesOf(['a', 'a', '', 'b', 'a'].map(cell))).toEqual(['a', 'b', 'a']);
  });
});

describe('going through the history', () => {
  const codes = ['first', 'second'];

  it('goes to the oldest and stops there', () => {
    const second = older(codes, AT_DRAFT, 'typing');
    const first = older(codes, second?.place ?? AT_DRAFT, 'second');
    expect([second?.code, first?.code]).toEqual(['second', 'first']);
    expect(older(codes, first?.place ?? AT_DRAFT, 'first')).toBeNull();
  });

  it('comes back to what was being written', () => {
    const second = older(codes, AT_DRAFT, 'typing');
    const back = newer(codes, second?.place ?? AT_DRAFT);
    expect(back).toEqual({ place: AT_DRAFT, code: 'typing' });
    expect(newer(codes, AT_DRAFT)).toBeNull();
  });

  it('has nowhere to go without cells', () => {
    expect(older([], AT_DRAFT, 'typing')).toBeNull();
  });
});

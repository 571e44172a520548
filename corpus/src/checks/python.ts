import { expect } from 'vitest';
import type { Checks } from '../check.ts';

export const PYTHON_CHECKS: Checks = {
  'py-001-utf8-split'({ cell, events }) {
    expect(cell(1)).toMatchObject({ status: 'ok', output: '€漢😀\n', error: 'ñ🚀\n' });
    const joined = (wanted: string): string =>
      events.flatMap(({ stream, text }) => (stream === wanted ? [text] : [])).join('');
    expect(joined('stdout')).toBe('€漢😀\n');
    expect(joined('stderr')).toBe('ñ🚀\n');
    expect(events.filter(({ text }) => text.includes('\ufffd'))).toEqual([]);
  },
};

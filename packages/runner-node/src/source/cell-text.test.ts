import { describe, expect, it } from 'vitest';
import { toCellText } from './cell-text.ts';

describe('cell text', () => {
  it('is the code where nothing was rewritten', () => {
    expect(toCellText('1 + 1', '1 + 1')).toBe('1 + 1');
  });

  it('holds both where something was, and where a cell begins like one of those', () => {
    expect(toCellText('b', 'a')).toBe('\x01["b","a"]');
    expect(toCellText('\x01', '\x01')).toBe('\x01["\\u0001","\\u0001"]');
  });
});

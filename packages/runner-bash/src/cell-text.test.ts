import { describe, expect, it } from 'vitest';
import { toCellText } from './cell-text.ts';

describe('cell text', () => {
  it('leaves plain cells as they are', () => {
    expect(toCellText('echo "a\\n"\n')).toEqual({ ok: true, code: 'echo "a\\n"\n' });
  });

  it('writes short cells in ASCII, every other byte and backslash as an escape', () => {
    expect(toCellText('é\\n')).toEqual({ ok: true, code: '\x01\\xc3\\xa9\\\\n' });
  });

  it('escapes a cell that begins like an escaped one', () => {
    expect(toCellText('\x01\\x41')).toEqual({ ok: true, code: '\x01\x01\\\\x41' });
  });

  it('leaves long cells to be read as bytes', () => {
    const code = `# ${'é'.repeat(600)}`;
    expect(toCellText(code)).toEqual({ ok: true, code });
  });

  it('names the line of a NUL', () => {
    expect(toCellText('echo a\n\0')).toMatchObject({ ok: false, name: 'SyntaxError' });
  });
});

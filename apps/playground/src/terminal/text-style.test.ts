import { describe, expect, it } from 'vitest';
import { PLAIN, applyGraphicRendition } from './text-style.ts';

function styleOf(...parameters: readonly string[]) {
  return parameters.reduce(applyGraphicRendition, PLAIN);
}

describe('applyGraphicRendition', () => {
  it.each([
    ['31', { foreground: 1 }],
    ['94', { foreground: 12 }],
    ['42', { background: 2 }],
    ['103', { background: 11 }],
    ['1;4;31', { bold: true, underline: true, foreground: 1 }],
    ['38;5;9', { foreground: 9 }],
    ['38;5;196', { foreground: 'rgb(255 0 0)' }],
    ['48;5;244', { background: 'rgb(128 128 128)' }],
    ['38;2;1;2;3;1', { foreground: 'rgb(1 2 3)', bold: true }],
    ['38:2::1:2:3', { foreground: 'rgb(1 2 3)' }],
    ['38:2:1:2:3;3', { foreground: 'rgb(1 2 3)', italic: true }],
    ['48:5:196', { background: 'rgb(255 0 0)' }],
  ])('reads %s', (parameters, expected) => {
    expect(styleOf(parameters)).toEqual({ ...PLAIN, ...expected });
  });

  it('adds to what was set, and takes single settings back', () => {
    expect(styleOf('1;31', '22;7')).toEqual({ ...PLAIN, foreground: 1, inverse: true });
  });

  it.each(['', '0'])('resets on "%s"', (parameters) => {
    expect(styleOf('1;3;4;31;42', parameters)).toBe(PLAIN);
  });

  it.each(['38;5;256', '38;2;1;2;999', '38;5', '38', '777', 'x'])(
    'makes nothing of "%s"',
    (parameters) => {
      expect(styleOf(parameters)).toEqual(PLAIN);
    },
  );
});

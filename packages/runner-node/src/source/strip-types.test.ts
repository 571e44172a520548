import { describe, expect, it } from 'vitest';
import { stripTypes } from './strip-types.ts';

function stripped(code: string): string {
  const result = stripTypes(code, 'cell.ts');
  if (!result.ok) throw new Error(result.message);
  return result.code;
}

describe('stripTypes', () => {
  it.each([
    ['1 as const', '1;'],
    ['{ a: 1 }', '({ a: 1 });'],
    ['import fs = require("fs"); fs', 'const fs = require("fs");fs;'],
    ['class A { x!: number; declare y: string }', 'class A {x;}'],
    ['<T,>(x: T) => x', '(x) => x;'],
  ])('%s', (code, expected) => {
    expect(stripped(code)).toBe(expected);
  });

  it('leaves imports of values even where this cell does not use them, and types out', () => {
    expect(stripped("import type { A } from 'x'; import { type B, c } from 'y';")).toBe(
      "import { c } from 'y';",
    );
  });

  it.each([
    'type A =\n  | 1\n  | 2;\nlast',
    'enum E {\n  A,\n  B,\n}\nlast',
    'namespace N {\n  export const x = 1;\n}\nlast',
    'interface I {\n  a: string;\n}\n\n\nlast',
  ])('keeps the last line of %j where it was', (code) => {
    const line = code.split('\n').length - 1;
    expect(stripped(code).split('\n')[line]).toContain('last');
  });

  it('places a syntax error', () => {
    expect(stripTypes('let a = 1;\nlet b: number = ;', 'cell.ts')).toEqual({
      ok: false,
      name: 'SyntaxError',
      message: 'Unexpected token',
      traceback: [
        'cell.ts:2',
        'let b: number = ;',
        '                ^',
        '',
        'SyntaxError: Unexpected token',
      ],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { rewriteImports } from './rewrite-imports.ts';

function rewritten(code: string): string {
  const result = rewriteImports(code, 'cell.js');
  if (!result.ok) throw new Error(result.message);
  return result.code;
}

describe('import statements', () => {
  it.each([
    ["import 'z'", 'void await __repltool.import("z");'],
    ["import * as n from 'y'", 'const n = await __repltool.import("y");'],
    [
      "import os from 'node:os'; os.EOL",
      'const { "default": os } = await __repltool.importNames("node:os", ["default"]); os.EOL',
    ],
    [
      "import d, * as n from 'y'",
      'const n = await __repltool.importNames("y", ["default"]), { "default": d } = n;',
    ],
    [
      "import j from './a.json' with { type: 'json' }",
      'const { "default": j } = await __repltool.importNames("./a.json", ["default"], { with: { "type": "json" } });',
    ],
  ])('%s', (code, expected) => {
    expect(rewritten(code)).toBe(expected);
  });

  it('keep the lines behind them where they were', () => {
    const lines = rewritten("import {\n  a,\n  b as c,\n} from 'x'\nc").split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[4]).toBe('c');
  });
});

describe('expressions', () => {
  it('import through the driver', () => {
    expect(rewritten("await import('x'); import.meta.url")).toBe(
      "await __repltool.import('x'); __repltool.meta.url",
    );
  });

  it('hand code to the compiler through the driver', () => {
    expect(rewritten("eval(text); new Function('a', body)")).toBe(
      "eval(__repltool.source(text)); new Function(__repltool.source('a'), __repltool.source(body))",
    );
  });

  it.each(["'import(1)'", '// import x', '`import y from "z"`', 'important(1)', 'with_.eval'])(
    'that only look like it are left alone: %s',
    (code) => {
      expect(rewritten(code)).toBe(code);
    },
  );
});

describe('syntax errors', () => {
  it('are told where they are, and not as a complaint about the import', () => {
    expect(rewriteImports("import x from 'y';\nlet = = 2", 'cell.js')).toEqual({
      ok: false,
      name: 'SyntaxError',
      message: 'Unexpected token',
      traceback: ['cell.js:2', 'let = = 2', '      ^', '', 'SyntaxError: Unexpected token'],
    });
  });

  it('of other cells are left to V8', () => {
    expect(rewriteImports("import('x') +", 'cell.js')).toEqual({ ok: true, code: "import('x') +" });
  });
});

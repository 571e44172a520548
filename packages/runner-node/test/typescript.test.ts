import { createRunnerFixture } from '@repltool/runner-testkit';
import { describe, expect, it } from 'vitest';
import { createTypeScriptRunner } from '../src/index.ts';
import { runCells, texts } from './run-cells.ts';

const fixture = createRunnerFixture(createTypeScriptRunner());

describe('TypeScript cells', () => {
  it('run, and keep their state (R-EXE-14, nd-025)', async () => {
    const results = await runCells(fixture, [
      'interface P { x: number }\nconst p: P = { x: 1 };\nenum C { A = 2 }\nfunction id<T>(v: T): T { return v }\nid<number>(p.x) + C.A',
      'const q = await Promise.resolve(p as { x: number }); q.x satisfies number',
      "throw new Error('line1')",
      "import type { Stats } from 'node:fs';\nimport { sep } from 'node:path';\nsep",
      'namespace N { export const y = 5 }\nN.y',
      'interface Nothing {}',
    ]);
    expect(texts(results)).toEqual(['3', '1', 'error', "'/'", '5', null]);
    expect(results[2]?.exception?.traceback).toEqual([
      'cell-3.ts:1',
      "throw new Error('line1')",
      '      ^',
      '',
      'Error: line1',
      '    at cell-3.ts:1:7',
    ]);
  });

  it('keep their lines behind what is translated', async () => {
    const [result] = await runCells(fixture, [
      'enum Colour {\n  Red,\n  Green,\n}\nfunction logged(method: Function, _: unknown) {\n  return method;\n}\nclass Box<T> {\n  constructor(private readonly inner: T) {}\n  @logged open(): T {\n    throw new Error(`${Colour.Green}`);\n  }\n}\nnew Box<number>(1).open();',
    ]);
    expect(result?.exception).toMatchObject({ name: 'Error', message: '1' });
    expect(result?.exception?.traceback.join('\n')).toMatch(
      /at Box\.open \(cell-1\.ts:11:\d+\)\n {4}at cell-1\.ts:14:/,
    );
  });

  it('are shown in tracebacks as they were written', async () => {
    const [result] = await runCells(fixture, ['const size: number = 1;\nthrow size as unknown']);
    expect(result?.exception?.traceback).toEqual(['Uncaught 1']);
    const [thrown] = await runCells(fixture, ['const text: string = null!.size;']);
    expect(thrown?.exception?.traceback.slice(0, 2)).toEqual([
      'cell-1.ts:1',
      'const text: string = null!.size;',
    ]);
  });

  it('with a syntax error run not at all, and say where (R-EXE-06)', async () => {
    const [result] = await runCells(fixture, ["console.log('no');\nlet b: number = ;"]);
    expect(result).toMatchObject({
      status: 'error',
      output: '',
      exception: { name: 'SyntaxError', message: 'Unexpected token' },
    });
    expect(result?.exception?.traceback.slice(0, 2)).toEqual(['cell.ts:2', 'let b: number = ;']);
  });
});

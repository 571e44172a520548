import { expect } from 'vitest';
import type { Checks } from '../check.ts';
import { cellsOf, expectSameInterpreter, textsOf } from './common.ts';

/** Names, values and modules of JavaScript cells. */
export const NODE_VALUE_CHECKS: Checks = {
  async 'nd-001-redeclare'(replayed) {
    const { cell, sessions } = replayed;
    // A later cell may declare a name anew with the same keyword; see docs/behaviour.md.
    expect(textsOf(replayed)).toEqual([null, null, '[ 2, 2, 2, 2 ]']);
    expect(cellsOf(replayed).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(cell(3).result).toEqual([2, 2, 2, 2]);
    // With another, nothing of the cell runs.
    expect(await sessions[0]?.execute('n = 3; let m = 3')).toMatchObject({
      status: 'error',
      exception: { name: 'SyntaxError', message: "Identifier 'm' has already been declared" },
    });
    expect(await sessions[0]?.execute('[m, n]')).toMatchObject({ result: [2, 2] });
  },

  'nd-003-failed-cell-bindings'({ cell }) {
    expect(cell(1)).toMatchObject({ status: 'ok' });
    expect(cell(2)).toMatchObject({
      status: 'error',
      exception: { name: 'Error', message: 'mid' },
    });
    expect(cell(3)).toMatchObject({
      status: 'ok',
      result: [1, 2, 'new', 3, 'undefined'],
      result_text: "[ 1, 2, 'new', 3, 'undefined' ]",
    });
    expect(cell(4)).toMatchObject({ status: 'ok', result_text: '5' });
  },

  'nd-005-object-vs-block'(replayed) {
    // What begins with a brace and can be an object is one; see docs/behaviour.md.
    expect(textsOf(replayed)).toEqual([
      ...['{ a: 1 }', '5', '{ a: 1, b: 2 }', '[ 2, 4 ]', '{ c: 3 }', '{}', '1'],
    ]);
    expect(cellsOf(replayed).every(({ status }) => status === 'ok')).toBe(true);
    expect(replayed.cell(3).result).toEqual({ a: 1, b: 2 });
  },

  'nd-006-auto-return'(replayed) {
    // A statement has the value that `eval` gives it; see docs/behaviour.md.
    expect(textsOf(replayed)).toEqual([
      ...['2', "'a\\n;b'", '1', "'use strict'", '7', null, '[AsyncFunction (anonymous)]', null],
    ]);
    const results = cellsOf(replayed).map(({ result }) => result);
    expect(results.slice(0, 6)).toEqual([2, 'a\n;b', 1, 'use strict', 7, null]);
    expect(cellsOf(replayed).every(({ status }) => status === 'ok')).toBe(true);
  },

  'nd-020-imports'(replayed) {
    expect(textsOf(replayed)).toEqual(["'/'", '1', '2', "'\\n'", 'true', "'function'"]);
    expect(cellsOf(replayed).every(({ status }) => status === 'ok')).toBe(true);
    const told = JSON.stringify([cellsOf(replayed), replayed.events]);
    expect(told).not.toContain('ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING');
  },

  async 'nd-025-typescript'(replayed) {
    const { cell, engine } = replayed;
    const offered = (await engine.runtimes()).runtimes.map(({ language }) => language);
    expect(offered).toContain('typescript');
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: '3' });
    expect(cell(2)).toMatchObject({ status: 'ok', result_text: '1' });
    expect(cell(3)).toMatchObject({
      status: 'error',
      exception: { name: 'Error', message: 'line1' },
    });
    expect(cell(3).exception?.traceback).toContain('    at cell-3.ts:1:7');
    expectSameInterpreter(replayed);
  },
};

import type { ExecutionResult, OutputEvent } from '@repltool/protocol';
import { expect } from 'vitest';
import type { Replayed } from '../replay/replay.ts';

/** What a stopped cell may take beyond its limit: the documented grace, and a loaded machine. */
export const GRACE_MS = 1000 + 1000;

export const cellsOf = ({ cells, cell }: Replayed): ExecutionResult[] =>
  cells.map((_outcome, index) => cell(index + 1));

export const textsOf = (replayed: Replayed): (string | null)[] =>
  cellsOf(replayed).map(({ result_text }) => result_text);

/** What a stream got in all, late output too. */
export function written(events: readonly OutputEvent[], wanted: OutputEvent['stream']): string {
  return events.flatMap(({ stream, text }) => (stream === wanted ? [text] : [])).join('');
}

export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...stringsOf(member)]);
}

/** That everything which goes over the wire for a case can be sent as UTF-8. */
export function expectWellFormed(replayed: Replayed): void {
  const strings = stringsOf([replayed.events, cellsOf(replayed)]);
  expect(strings.filter((text) => !text.isWellFormed())).toEqual([]);
}

/** That a cell was stopped when its limit had passed, not before and not much later. */
export function expectStoppedAt(outcome: Replayed['cells'][number] | undefined, ms: number): void {
  expect(outcome).toMatchObject({ kind: 'result', result: { status: 'timeout', success: false } });
  expect(outcome?.wallMs).toBeGreaterThan(ms - 50);
  expect(outcome?.wallMs).toBeLessThan(ms + GRACE_MS);
}

/** That the state is as the cells left it: the interpreter was never exchanged for another. */
export function expectSameInterpreter(replayed: Replayed): void {
  expect(cellsOf(replayed).map(({ state }) => state)).toEqual(
    replayed.cells.map(() => ({ outcome: 'kept', lost_cells: [], lost_names: [] })),
  );
}

/** That a cell was stopped at its deadline, by its own clock: making the session is no part of it. */
export function expectTimedOut(result: ExecutionResult, ms: number): void {
  expect(result).toMatchObject({
    status: 'timeout',
    success: false,
    failure: { code: 'ExecutionTimeout' },
  });
  expect(result.execution_time_ms).toBeGreaterThanOrEqual(ms);
  expect(result.execution_time_ms).toBeLessThan(ms + GRACE_MS);
}

/** That cells took less than `ms`, by their own clock. */
export function expectPrompt(results: readonly ExecutionResult[], ms: number): void {
  const late = results.filter(({ execution_time_ms }) => execution_time_ms >= ms);
  expect(
    late.map(({ execution_id, execution_time_ms }) => [execution_id, execution_time_ms]),
  ).toEqual([]);
}

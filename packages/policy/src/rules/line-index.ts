import type { CodeRange } from '@repltool/protocol';
import type { Place } from './rule.ts';

/** Turns offsets into the editor's lines and columns. */
export function createLineIndex(code: string): (place: Place) => CodeRange {
  const starts = [0];
  for (const { index, 0: separator } of code.matchAll(/\r\n|\r|\n/g)) {
    starts.push(index + separator.length);
  }
  const position = (offset: number): { line: number; column: number } => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
  return ({ start, end }) => {
    const [from, to] = [position(start), position(end)];
    return {
      start_line: from.line,
      start_column: from.column,
      end_line: to.line,
      end_column: to.column,
    };
  };
}

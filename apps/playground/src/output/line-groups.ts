import type { Line, LineOrigin } from '../terminal/line.ts';

/** Lines of one origin that follow one another. */
export interface LineGroup {
  /** Number of the first line, counted from the cell's first. */
  readonly start: number;
  readonly origin: LineOrigin;
  readonly lines: readonly Line[];
}

/** @param start number of the first of `lines` */
export function groupLines(lines: readonly Line[], start: number): LineGroup[] {
  const groups: { start: number; origin: LineOrigin; lines: Line[] }[] = [];
  lines.forEach((line, index) => {
    const group = groups.at(-1);
    const { stream, late } = line.origin;
    if (group?.origin.stream === stream && group.origin.late === late) group.lines.push(line);
    else groups.push({ start: start + index, origin: line.origin, lines: [line] });
  });
  return groups;
}

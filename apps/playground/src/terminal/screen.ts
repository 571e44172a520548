import { Line, type LineOrigin } from './line.ts';
import type { TextStyle } from './text-style.ts';

/** Lines a screen keeps; older ones stay readable on the server. */
const KEPT_LINES = 20_000;
/** How far past that it grows before it is cut, so that cutting is rare. */
const CUT_STEP = 2000;
/** Columns of a line. What is longer goes on in the next one, so that no write costs more than this. */
export const SCREEN_COLUMNS = 4096;

/** As much of the start of `text` as fits in `columns` without cutting a character in half. */
function fittingPart(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const splitsPair = (text.codePointAt(columns - 1) ?? 0) > 0xffff;
  return text.slice(0, splitsPair ? columns - 1 : columns);
}

/**
 * Lines and a cursor. The cursor moves within the current block: the lines since the last `beginBlock`.
 * Rows count from the first kept line, columns from 0.
 */
export class Screen {
  readonly #lines: Line[] = [];
  #origin: LineOrigin = { stream: 'stdout', late: false };
  #dropped = 0;
  #blockStart = 0;
  #row = 0;
  #column = 0;

  /** The kept lines, oldest first. */
  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** Number of older lines that are no longer kept. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Starts on a new line, unless the last one is empty, and leaves the lines above alone from now on. */
  beginBlock(origin: LineOrigin): void {
    this.#origin = origin;
    if (this.#lines.at(-1)?.length === 0) this.#lines.pop();
    this.#blockStart = this.#lines.length;
    this.#row = this.#blockStart;
    this.#column = 0;
  }

  put(text: string, style: TextStyle): void {
    let rest = text;
    while (rest !== '') {
      const fitting = fittingPart(rest, SCREEN_COLUMNS - this.#column);
      if (fitting === '') {
        this.#feed(true);
        continue;
      }
      this.#line().write(this.#column, fitting, style);
      this.#column += fitting.length;
      rest = rest.slice(fitting.length);
    }
  }

  lineFeed(): void {
    this.#feed(false);
  }

  toColumn(column: number): void {
    this.#column = Math.min(Math.max(column, 0), SCREEN_COLUMNS - 1);
  }

  /** Moves within the row; `columns` may be negative. */
  moveColumns(columns: number): void {
    this.toColumn(this.#column + columns);
  }

  /** Moves within the block's lines; `rows` may be negative. */
  moveRows(rows: number): void {
    this.#toRow(this.#row + rows);
  }

  /** Moves to a place counted from the start of the block. */
  moveTo(row: number, column: number): void {
    this.#toRow(this.#blockStart + row);
    this.toColumn(column);
  }

  eraseLine(extent: 'end' | 'start' | 'all'): void {
    const line = this.#line();
    if (extent === 'end') line.cutFrom(this.#column);
    else if (extent === 'start') line.blankTo(this.#column);
    else line.cutFrom(0);
  }

  /** Removes the block's lines behind the cursor. */
  eraseBelow(): void {
    this.#line().cutFrom(this.#column);
    this.#lines.length = this.#row + 1;
  }

  /** Removes all of the block's lines. */
  eraseBlock(): void {
    this.#lines.length = this.#blockStart;
    this.#row = this.#blockStart;
    this.#column = 0;
  }

  #line(): Line {
    return this.#lines[this.#row] ?? this.#addLine(false);
  }

  #addLine(continues: boolean): Line {
    const line = new Line(this.#origin, continues);
    this.#lines.push(line);
    return line;
  }

  #feed(continues: boolean): void {
    this.#line();
    this.#row += 1;
    this.#column = 0;
    if (this.#row === this.#lines.length) this.#addLine(continues);
    if (this.#lines.length > KEPT_LINES + CUT_STEP) this.#cut();
  }

  #toRow(row: number): void {
    const last = Math.max(this.#lines.length - 1, this.#blockStart);
    this.#row = Math.min(Math.max(row, this.#blockStart), last);
  }

  #cut(): void {
    const excess = this.#lines.length - KEPT_LINES;
    this.#lines.splice(0, excess);
    this.#dropped += excess;
    this.#row = Math.max(this.#row - excess, 0);
    this.#blockStart = Math.max(this.#blockStart - excess, 0);
  }
}

import { PLAIN, type TextStyle } from './text-style.ts';

/** Text of one style. */
export interface Run {
  readonly text: string;
  readonly style: TextStyle;
}

export type OutputStream = 'stdout' | 'stderr';

/** Where a line comes from. */
export interface LineOrigin {
  readonly stream: OutputStream;
  /** Written after its cell had ended. */
  readonly late: boolean;
}

/** One line of a screen. Columns are UTF-16 units. Writing at its end, the common case, costs no copy. */
export class Line {
  readonly origin: LineOrigin;
  /** True when the line only exists because the one before it was full. */
  readonly continues: boolean;
  #runs: Run[] = [];
  #length = 0;
  #version = 0;

  constructor(origin: LineOrigin, continues = false) {
    this.origin = origin;
    this.continues = continues;
  }

  get runs(): readonly Run[] {
    return this.#runs;
  }

  get length(): number {
    return this.#length;
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  get text(): string {
    return this.#runs.map((run) => run.text).join('');
  }

  /** Writes at `column`, over what stands there; a gap before it is filled with blanks. */
  write(column: number, text: string, style: TextStyle): void {
    if (column < this.#length) {
      const before = this.#slice(0, column);
      const behind = this.#slice(column + text.length, this.#length);
      this.#replace([...before, { text, style }, ...behind]);
      return;
    }
    this.#append(' '.repeat(column - this.#length), PLAIN);
    this.#append(text, style);
    this.#version += 1;
  }

  /** Removes what stands at `column` and behind it. */
  cutFrom(column: number): void {
    if (column < this.#length) this.#replace(this.#slice(0, column));
  }

  /** Blanks everything up to and including `column`. */
  blankTo(column: number): void {
    const blanks = ' '.repeat(Math.min(column + 1, this.#length));
    const behind = this.#slice(column + 1, this.#length);
    this.#replace([{ text: blanks, style: PLAIN }, ...behind]);
  }

  #slice(from: number, to: number): Run[] {
    const kept: Run[] = [];
    let column = 0;
    for (const { text, style } of this.#runs) {
      const start = Math.max(from - column, 0);
      const end = Math.min(to - column, text.length);
      if (start < end) kept.push({ text: text.slice(start, end), style });
      column += text.length;
    }
    return kept;
  }

  #replace(runs: readonly Run[]): void {
    this.#runs = [];
    this.#length = 0;
    for (const { text, style } of runs) this.#append(text, style);
    this.#version += 1;
  }

  #append(text: string, style: TextStyle): void {
    if (text === '') return;
    this.#length += text.length;
    const last = this.#runs.at(-1);
    if (last?.style === style)
      this.#runs[this.#runs.length - 1] = { text: last.text + text, style };
    else this.#runs.push({ text, style });
  }
}

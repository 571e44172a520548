import type { OutputEvent } from '@repltool/protocol';
import type { Line, OutputStream } from './line.ts';
import { Screen } from './screen.ts';
import { PLAIN, applyGraphicRendition, type TextStyle } from './text-style.ts';
import { TerminalTokenizer, type TerminalSink } from './tokenizer.ts';

export type OutputPiece = Pick<OutputEvent, 'stream' | 'text' | 'late'>;

interface StreamState {
  readonly tokenizer: TerminalTokenizer;
  readonly sink: TerminalSink;
  style: TextStyle;
}

/**
 * What one cell wrote, as a very wide terminal would show it: carriage return and backspace move back and later
 * text writes over, colours hold until changed, and cursor movement stays within lines of the same stream.
 */
export class CellOutput {
  readonly #screen = new Screen();
  readonly #streams: Record<OutputStream, StreamState> = {
    stdout: this.#createStream(),
    stderr: this.#createStream(),
  };
  #current: { stream: OutputStream; late: boolean } | null = null;
  #version = 0;

  /** The lines that are kept, oldest first; a trailing line break makes no empty line. */
  get lines(): readonly Line[] {
    const { lines } = this.#screen;
    return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines;
  }

  /** Number of older lines that are no longer kept here. */
  get dropped(): number {
    return this.#screen.dropped;
  }

  /** Grows with every write. */
  get version(): number {
    return this.#version;
  }

  write({ stream, late, text }: OutputPiece): void {
    if (this.#current?.stream !== stream || this.#current.late !== late) {
      this.#current = { stream, late };
      this.#screen.beginBlock(this.#current);
    }
    const { tokenizer, sink } = this.#streams[stream];
    tokenizer.push(text, sink);
    this.#version += 1;
  }

  /** All kept lines as plain text. */
  text(): string {
    return this.lines
      .map((line, index) => (line.continues || index === 0 ? '' : '\n') + line.text)
      .join('');
  }

  #createStream(): StreamState {
    const state: StreamState = {
      tokenizer: new TerminalTokenizer(),
      style: PLAIN,
      sink: {
        text: (text) => this.#screen.put(text, state.style),
        control: (character) => this.#control(character),
        sequence: (final, parameters) => {
          if (final === 'm') state.style = applyGraphicRendition(state.style, parameters);
          else this.#move(final, parameters);
        },
      },
    };
    return state;
  }

  #control(character: string): void {
    if (character === '\n' || character === '\v' || character === '\f') this.#screen.lineFeed();
    else if (character === '\r') this.#screen.toColumn(0);
    else if (character === '\b') this.#screen.moveColumns(-1);
  }

  #move(final: string, parameters: string): void {
    const screen = this.#screen;
    const [first = 0, second = 0] = parameters
      .split(';')
      .map((part) => Number.parseInt(part, 10) || 0);
    const count = Math.max(first, 1);
    if (final === 'A' || final === 'F') screen.moveRows(-count);
    if (final === 'B' || final === 'E') screen.moveRows(count);
    if (final === 'E' || final === 'F') screen.toColumn(0);
    if (final === 'C') screen.moveColumns(count);
    if (final === 'D') screen.moveColumns(-count);
    if (final === 'G') screen.toColumn(count - 1);
    if (final === 'H') screen.moveTo(count - 1, second - 1);
    if (final === 'K') screen.eraseLine(first === 0 ? 'end' : first === 1 ? 'start' : 'all');
    if (final === 'J' && first === 0) screen.eraseBelow();
    if (final === 'J' && first >= 2) screen.eraseBlock();
  }
}

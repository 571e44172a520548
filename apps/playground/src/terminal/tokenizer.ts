/** What terminal output is made of, in the order it comes. */
export interface TerminalSink {
  text(text: string): void;
  /** One control character other than escape and tab. */
  control(character: string): void;
  /** A control sequence, such as `m` with the parameters `1;31`. */
  sequence(final: string, parameters: string): void;
}

const ESC = '\\u001b';
/** A control character; a tab is text here. */
const CONTROL = /[^\P{Cc}\t]/gu;
/**
 * A whole escape sequence; only control sequences have the groups. Titles, hyperlinks and device strings are read up
 * to their terminator and mean nothing here.
 */
const SEQUENCE = new RegExp(
  `${ESC}(?:\\[([0-?]*)[ -/]*([@-~])|[\\]PX^_][^\\u0007\\u001b\\n]*(?:\\u0007|${ESC}\\\\)|[ -/]*[0-OQ-WYZ\\\\\`-~])`,
  'y',
);
/** What may still become a sequence when more arrives. */
const UNFINISHED = new RegExp(
  `^${ESC}(?:\\[[0-?]*[ -/]*|[\\]PX^_][^\\u0007\\u001b\\n]*${ESC}?|[ -/]*)$`,
);

/** A sequence that has not ended after this many characters is not one. */
const LONGEST_SEQUENCE = 4096;

/** Splits terminal output into text, control characters and escape sequences, wherever the pieces were cut. */
export class TerminalTokenizer {
  #pending = '';

  push(piece: string, sink: TerminalSink): void {
    const input = this.#pending + piece;
    this.#pending = '';
    let at = 0;
    while (at < input.length) {
      CONTROL.lastIndex = at;
      const next = CONTROL.exec(input)?.index ?? input.length;
      if (next > at) sink.text(input.slice(at, next));
      if (next === input.length) return;
      if (input[next] !== '\u001b') {
        sink.control(input.charAt(next));
        at = next + 1;
        continue;
      }
      SEQUENCE.lastIndex = next;
      const sequence = SEQUENCE.exec(input);
      if (sequence !== null) {
        const [, parameters, final] = sequence;
        if (final !== undefined) sink.sequence(final, parameters ?? '');
        at = SEQUENCE.lastIndex;
      } else if (input.length - next <= LONGEST_SEQUENCE && UNFINISHED.test(input.slice(next))) {
        this.#pending = input.slice(next);
        return;
      } else at = next + 1;
    }
  }
}

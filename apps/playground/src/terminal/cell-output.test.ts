import { describe, expect, it } from 'vitest';
import { CellOutput } from './cell-output.ts';
import { SCREEN_COLUMNS } from './screen.ts';

function outputOf(...pieces: readonly string[]): CellOutput {
  const output = new CellOutput();
  for (const text of pieces) output.write({ stream: 'stdout', late: false, text });
  return output;
}

function linesOf(output: CellOutput): string[] {
  return output.lines.map((line) => line.text);
}

describe('lines', () => {
  it('splits at line feeds and makes no empty line of the last one', () => {
    expect(linesOf(outputOf('a\n\nb\n'))).toEqual(['a', '', 'b']);
  });

  it('joins a line that comes in pieces', () => {
    expect(linesOf(outputOf('Zo', 'ë', '\nnext'))).toEqual(['Zoë', 'next']);
  });

  it('reads a carriage return with a line feed as one line break, also when cut between them', () => {
    expect(linesOf(outputOf('a\r\nb\r', '\nc'))).toEqual(['a', 'b', 'c']);
  });

  it('keeps tabs and markup as they are', () => {
    expect(linesOf(outputOf('a\t<img src=x onerror=alert(1)>'))).toEqual([
      'a\t<img src=x onerror=alert(1)>',
    ]);
  });

  it('gives the text back with the line breaks that were written', () => {
    const wide = 'x'.repeat(SCREEN_COLUMNS * 2 + 5);
    expect(outputOf(`${wide}\nend\n`).text()).toBe(`${wide}\nend`);
  });

  it('never splits a character that takes two units at the last column', () => {
    const output = outputOf(`${'x'.repeat(SCREEN_COLUMNS - 2)}🙂🙂`);
    expect(linesOf(output).every((line) => line.isWellFormed())).toBe(true);
  });
});

describe('moving back', () => {
  it('leaves one line of a progress bar of 10 000 steps, cut anywhere', () => {
    let raw = '';
    for (let step = 0; step <= 10_000; step += 1) {
      raw += `\r${String(step).padStart(5)}/10000 ${'#'.repeat(Math.floor(step / 200))}`;
    }
    const pieces = raw.match(/[\s\S]{1,1013}/g) ?? [];
    expect(linesOf(outputOf(...pieces, '\n'))).toEqual([`10000/10000 ${'#'.repeat(50)}`]);
  });

  it('writes over what stands there, without clearing the rest of the line', () => {
    expect(linesOf(outputOf('long text\rLONG'))).toEqual(['LONG text']);
  });

  it('lets a backspace move back one column, so that the next character replaces the last', () => {
    expect(linesOf(outputOf('a\r\r\nb\rB\bC\r\n'))).toEqual(['a', 'C']);
  });

  it('stops at the first column', () => {
    expect(linesOf(outputOf('\b\b\bx'))).toEqual(['x']);
  });

  it('erases to the end of the line', () => {
    expect(linesOf(outputOf('downloading 10%\rdone\u001b[K\n'))).toEqual(['done']);
  });

  it('redraws two bars that move the cursor up', () => {
    expect(linesOf(outputOf('a 1\nb 1\n', '\u001b[2A\ra 2\n\rb 2\n'))).toEqual(['a 2', 'b 2']);
  });

  it('clears the screen for `clear`', () => {
    expect(linesOf(outputOf('old\nlines\n', '\u001b[H\u001b[2J\u001b[3Jnew'))).toEqual(['new']);
  });
});

describe('streams', () => {
  it('begins a new line where the stream changes and remembers who wrote it', () => {
    const output = new CellOutput();
    output.write({ stream: 'stdout', late: false, text: 'to out' });
    output.write({ stream: 'stderr', late: false, text: 'to err\n' });
    output.write({ stream: 'stdout', late: true, text: 'later' });
    expect(output.lines.map(({ text, origin }) => [text, origin.stream, origin.late])).toEqual([
      ['to out', 'stdout', false],
      ['to err', 'stderr', false],
      ['later', 'stdout', true],
    ]);
  });

  it('does not let one stream move into the lines of another', () => {
    const output = outputOf('safe\n');
    output.write({ stream: 'stderr', late: false, text: '\u001b[9A\rover' });
    expect(linesOf(output)).toEqual(['safe', 'over']);
  });

  it('keeps an escape sequence whole that is cut by output of the other stream', () => {
    const output = outputOf('\u001b[3');
    output.write({ stream: 'stderr', late: false, text: 'between\n' });
    output.write({ stream: 'stdout', late: false, text: '1mred' });
    expect(linesOf(output)).toEqual(['between', 'red']);
    expect(output.lines[1]?.runs[0]?.style.foreground).toBe(1);
  });
});

describe('hostile output', () => {
  it('keeps the newest 20 000 lines and counts the others', () => {
    const output = outputOf('y\n'.repeat(100_000));
    expect(output.lines.length).toBeLessThanOrEqual(22_000);
    expect(output.lines.length).toBeGreaterThanOrEqual(20_000);
    expect(output.dropped + output.lines.length).toBe(100_000);
  });

  it('does not make room for a cursor that is sent far away', () => {
    const output = outputOf('\u001b[99999999C\u001b[99999999Bx\u001b[99999999;99999999Hy');
    expect(output.lines.length).toBeLessThanOrEqual(2);
    expect(output.lines[0]?.length).toBeLessThanOrEqual(SCREEN_COLUMNS);
  });

  it('shows what follows a sequence that never ends', () => {
    const text = outputOf(`\u001b]0;${'t'.repeat(10_000)}`, 'after').text();
    expect(text.endsWith('after')).toBe(true);
  });

  it('drops titles, hyperlink targets and bells', () => {
    const raw =
      '\u001b]0;title\u0007\u001b]8;;javascript:alert(1)\u001b\\link\u001b]8;;\u001b\\\u0007';
    expect(linesOf(outputOf(raw))).toEqual(['link']);
  });
});

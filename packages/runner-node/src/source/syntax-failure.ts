import type { TransformedCode } from '@repltool/core';

/** Where a parser stopped: the line from 1, the column from 0. */
interface Place {
  readonly line: number;
  readonly column: number;
}

function isPlace(value: unknown): value is Place {
  return (
    typeof value === 'object' &&
    value !== null &&
    'line' in value &&
    'column' in value &&
    typeof value.line === 'number' &&
    typeof value.column === 'number'
  );
}

/** What the parsers' messages have besides the fault: a file name before it, a place or an excerpt behind it. */
function faultOf(message: string): string {
  return message
    .replace(/^[^:\s]+: /, '')
    .replace(/\n\n[^]*$/, '')
    .replace(/ \(\d+:\d+\)$/, '');
}

/**
 * A parser's error as the cell's own, shown as Node shows it.
 * @throws what is no error of a parser
 */
export function syntaxFailure(
  error: unknown,
  code: string,
  name: string,
): Extract<TransformedCode, { ok: false }> {
  if (!(error instanceof SyntaxError && 'loc' in error && isPlace(error.loc))) throw error;
  const { line, column } = error.loc;
  const message = faultOf(error.message);
  return {
    ok: false,
    name: 'SyntaxError',
    message,
    traceback: [
      `${name}:${line}`,
      code.split('\n')[line - 1] ?? '',
      `${' '.repeat(column)}^`,
      '',
      `SyntaxError: ${message}`,
    ],
  };
}

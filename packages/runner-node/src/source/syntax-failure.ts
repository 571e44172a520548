import type { TransformedCode } from '@repltool/core';

/** Where a parser stopped: the line from 1, the column from 0. */
interface Place {
  readonly line: number;
  readonly column: number;
}

function placeOf(error: SyntaxError): Place | undefined {
  if (!('loc' in error) || typeof error.loc !== 'object' || error.loc === null) return undefined;
  if (!('line' in error.loc && 'column' in error.loc)) return undefined;
  const { line, column } = error.loc;
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : undefined;
}

/** Parsers put a file name before the fault, and a place or an excerpt behind it. */
function faultOf(message: string): string {
  return message
    .replace(/^unknown(?: file)?: /, '')
    .replace(/\n[^]*$/, '')
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
  if (!(error instanceof SyntaxError)) throw error;
  const message = faultOf(error.message);
  const said = `SyntaxError: ${message}`;
  const place = placeOf(error);
  return {
    ok: false,
    name: 'SyntaxError',
    message,
    traceback: place === undefined ? [said] : [...excerpt(code, name, place), '', said],
  };
}

function excerpt(code: string, name: string, { line, column }: Place): string[] {
  return [`${name}:${line}`, code.split('\n')[line - 1] ?? '', `${' '.repeat(column)}^`];
}

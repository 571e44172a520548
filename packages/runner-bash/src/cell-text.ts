import type { TransformedCode } from '@repltool/core';

/** First character of a cell that the driver has to decode. */
const ENCODED = '\x01';
const NUL = '\0';
const NUL_REFUSED = 'a shell cannot read a NUL character';

/** From this length on the driver reads bytes. */
const LONG_BYTES = 1000;

/**
 * A cell as the driver reads it. Bash counts characters where the frames of the protocol count bytes, and to change its
 * locale takes half as long as a short cell: so short cells travel in ASCII, with everything else as escapes of `printf %b`.
 */
export function toCellText(code: string): TransformedCode {
  const nul = code.indexOf(NUL);
  if (nul >= 0) return nulRefused(code.slice(0, nul));
  if (!code.startsWith(ENCODED) && (isAscii(code) || Buffer.byteLength(code) >= LONG_BYTES))
    return { ok: true, code };
  const bytes = Buffer.from(code, 'utf8').toString('latin1');
  return { ok: true, code: ENCODED + bytes.replace(/[\\\x80-\xff]/g, escape) };
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text, 'utf8') === text.length;
}

function escape(character: string): string {
  return character === '\\' ? '\\\\' : `\\x${character.charCodeAt(0).toString(16)}`;
}

function nulRefused(before: string): TransformedCode {
  const line = before.split('\n').length;
  const message = `line ${line}: ${NUL_REFUSED}`;
  return { ok: false, name: 'SyntaxError', message, traceback: [`bash: ${message}`] };
}

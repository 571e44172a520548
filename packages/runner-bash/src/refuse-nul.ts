import type { TransformedCode } from '@repltool/core';

/** Bash would drop NUL characters in silence, and run something else than what was sent. */
export function refuseNul(code: string): TransformedCode {
  const at = code.indexOf('\0');
  if (at === -1) return { ok: true, code };
  const line = code.slice(0, at).split('\n').length;
  const message = `bash: line ${line}: syntax error: the cell holds a NUL character`;
  return { ok: false, name: 'SyntaxError', message, traceback: [message] };
}

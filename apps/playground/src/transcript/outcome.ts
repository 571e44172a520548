import type { ExecutionResult, StateReport } from '@repltool/protocol';
import { formatBytes } from './formats.ts';

/** The lines to show for an exception: its traceback, which names the error itself in most languages. */
export function exceptionText({ exception }: ExecutionResult): string | null {
  if (exception === null) return null;
  const heading =
    exception.message === '' ? exception.name : `${exception.name}: ${exception.message}`;
  const traceback = exception.traceback.join('\n').trimEnd();
  if (traceback === '') return heading;
  return traceback.includes(exception.message) && traceback.includes(exception.name)
    ? traceback
    : `${heading}\n${traceback}`;
}

/** What was left out of the output, a sentence a stream. */
export function truncationLines({ truncated }: ExecutionResult): string[] {
  return truncated.map(
    ({ stream, total_bytes, kept_head_bytes, kept_tail_bytes }) =>
      `${stream}: ${formatBytes(total_bytes)} written; the result keeps the first ${formatBytes(kept_head_bytes)} and the last ${formatBytes(kept_tail_bytes)}.`,
  );
}

/** What the person must know of the session's variables; null when they are as the cell left them. */
export function stateLossText({ outcome, lost_names }: StateReport): string | null {
  if (outcome === 'kept') return null;
  const names = lost_names.length === 0 ? '' : ` Lost: ${lost_names.join(', ')}.`;
  return outcome === 'restored'
    ? `The session is back to how an earlier cell left it.${names}`
    : `The interpreter was started anew: variables and imports are gone, files in the workspace are kept.${names}`;
}

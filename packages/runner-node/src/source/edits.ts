/** A piece of source to be replaced; `start` and `end` are offsets into the original. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces pieces that do not overlap. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let at = 0;
  for (const { start, end, text } of inOrder) {
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}

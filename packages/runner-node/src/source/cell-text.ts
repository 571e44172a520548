/** First character of a cell that the driver has to take apart. */
const REWRITTEN = '\x01';

/** A cell as the driver reads it: the code to run, and where that is not the user's own text, this as well. */
export function toCellText(code: string, source: string): string {
  if (code === source && !code.startsWith(REWRITTEN)) return code;
  return REWRITTEN + JSON.stringify([code, source]);
}

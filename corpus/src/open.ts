/** Cases that do not hold yet, and what is missing. The ordinary test run leaves them out; `pnpm corpus` tries them. */
export const OPEN_CASES: Readonly<Record<string, string>> = {
  'py-015-interrupt-input': 'the Python driver does not ask the client for input yet',
  'py-045-asyncio-background':
    'asynchronous generators that a cell leaves open are not closed when the session ends',
  'lm-005-fork-bomb':
    'what a Python cell has forked goes on when the interpreter outlives the end of the cell',
};

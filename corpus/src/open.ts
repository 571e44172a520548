/** Cases that do not hold yet, and what is missing. The ordinary test run leaves them out; `pnpm corpus` tries them. */
export const OPEN_CASES: Readonly<Record<string, string>> = {};

import type { Cell } from '../state/model.ts';

/** The codes of a tab's cells, oldest first, each run of equal ones once. */
export function codesOf(cells: readonly Cell[]): string[] {
  const codes = cells.map(({ code }) => code).filter((code) => code !== '');
  return codes.filter((code, index) => code !== codes[index - 1]);
}

/** Where in the history the composer is; null is the code the person was writing, kept in `draft`. */
export interface HistoryPlace {
  readonly index: number | null;
  readonly draft: string;
}

export const AT_DRAFT: HistoryPlace = { index: null, draft: '' };

export interface HistoryStep {
  readonly place: HistoryPlace;
  readonly code: string;
}

/** One step to older code; null at the oldest. */
export function older(
  codes: readonly string[],
  place: HistoryPlace,
  current: string,
): HistoryStep | null {
  const index = (place.index ?? codes.length) - 1;
  const code = codes[index];
  if (code === undefined) return null;
  return { place: { index, draft: place.index === null ? current : place.draft }, code };
}

/** One step to newer code, in the end to the draft; null when there already. */
export function newer(codes: readonly string[], place: HistoryPlace): HistoryStep | null {
  if (place.index === null) return null;
  const index = place.index + 1;
  const code = codes[index];
  return code === undefined
    ? { place: AT_DRAFT, code: place.draft }
    : { place: { ...place, index }, code };
}

import type { Cell } from './model.ts';

/** On its way or running. */
export function isUnfinished({ phase }: Cell): boolean {
  return phase.kind === 'sending' || phase.kind === 'running';
}

/** The server's time of the last thing that happened to a cell that has ended; empty when there is none. */
export function latestTimestamp(cells: readonly Cell[]): string {
  return cells.reduce((latest, { phase }) => {
    const timestamp = phase.kind === 'finished' ? phase.timestamp : '';
    return timestamp > latest ? timestamp : latest;
  }, '');
}

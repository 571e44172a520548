import { constants } from 'node:os';
import type { RestoredFrame } from './driver/frames.ts';
import type { ExitStatus } from './ports/sandbox.ts';

/** An interpreter has ended, and the driver goes on with an earlier state. */
export interface Restoration {
  /** How the last one ended. */
  readonly exit: ExitStatus;
  /** The last cell of the state that is there now; null for a fresh one. */
  readonly cell: string | null;
  readonly lostNames: readonly string[];
}

const SIGNALS = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
);

export function toRestoration(frame: RestoredFrame): Restoration {
  const signal = frame.signal === null ? null : (SIGNALS.get(frame.signal) ?? 'SIGKILL');
  return { exit: { code: frame.exit_code, signal }, cell: frame.cell, lostNames: frame.lost_names };
}

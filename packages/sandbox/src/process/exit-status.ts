import { constants } from 'node:os';
import type { ExitStatus } from '@repltool/core';

const SIGNALS = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
);
/** bwrap reports a program ended by signal n as exit code 128 + n, as a shell does. */
const SIGNAL_OFFSET = 128;

export function toExitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  const inside = code === null ? undefined : SIGNALS.get(code - SIGNAL_OFFSET);
  return inside === undefined ? { code, signal } : { code: null, signal: inside };
}

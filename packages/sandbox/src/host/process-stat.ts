import { readFileSync } from 'node:fs';

/** Set in a process's flags from the first moment of its exit on. */
const PF_EXITING = 0x4;

export interface ProcessStat {
  /** Clock ticks after boot; with the pid it names a process for good. */
  readonly startTime: string;
  /** Dead, or on its way there: its parent has not taken note yet. */
  readonly dying: boolean;
  readonly zombie: boolean;
  /** CPU time in clock ticks, with that of the children it has waited for. */
  readonly userTicks: number;
  readonly systemTicks: number;
}

/** What `/proc/PID/stat` says; null when there is no such process. */
export function readProcessStat(pid: number): ProcessStat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): string => fields[number - 3] ?? '';
  const zombie = field(3) === 'Z' || field(3) === 'X';
  return {
    startTime: field(22),
    zombie,
    dying: zombie || (Number(field(9)) & PF_EXITING) !== 0,
    userTicks: Number(field(14)) + Number(field(16)),
    systemTicks: Number(field(15)) + Number(field(17)),
  };
}

/** A process told apart from a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  const stat = readProcessStat(pid);
  return stat !== null && !stat.zombie && stat.startTime === startTime;
}

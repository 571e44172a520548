import type { CellPhase } from '../state/model.ts';

export type StatusTone = 'good' | 'bad' | 'caution' | 'busy' | 'quiet';

export interface StatusWords {
  readonly label: string;
  readonly tone: StatusTone;
}

/** How a cell stands, in a word. */
export function statusOf(phase: CellPhase): StatusWords {
  switch (phase.kind) {
    case 'sending':
      return { label: 'Starting', tone: 'busy' };
    case 'running':
      return { label: phase.interrupting ? 'Interrupting' : 'Running', tone: 'busy' };
    case 'refused':
      return { label: 'Not run', tone: 'bad' };
    case 'abandoned':
      return { label: 'Result unknown', tone: 'caution' };
    case 'background':
      return { label: 'Background', tone: 'quiet' };
    case 'finished':
      switch (phase.status) {
        case 'ok':
          return { label: 'Done', tone: 'good' };
        case 'error':
          return { label: 'Error', tone: 'bad' };
        case 'timeout':
          return { label: 'Timed out', tone: 'caution' };
        case 'interrupted':
          return { label: 'Interrupted', tone: 'caution' };
        case 'limit':
          return { label: 'Limit reached', tone: 'caution' };
        case 'denied':
          return { label: 'Denied', tone: 'bad' };
        case 'crashed':
          return { label: 'Crashed', tone: 'bad' };
        case 'exited':
          return { label: 'Exited', tone: 'quiet' };
      }
  }
}

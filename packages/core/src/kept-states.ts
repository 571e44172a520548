import type { DriverState } from './driver/state-transfer.ts';
import type { Interpreter } from './interpreter.ts';
import type { Restoration } from './restoration.ts';

const MAX_CHARS = 64 * 1024 * 1024;
/** How long the next cell may take to come before the state after the last is fetched. */
const IDLE_MS = 5;

/** What of a session is kept to go back to. */
export interface KeepOptions {
  /** After cells that no other follows at once, after every cell, never. */
  readonly when: 'idle' | 'every-cell' | 'off';
  /** States kept; the oldest goes first. */
  readonly depth: number;
}

type StateHolder = Pick<Interpreter, 'transfer' | 'kill'>;

/** Earlier states of a session, kept by the host for a driver that cannot keep them itself. */
export interface KeptStates extends Disposable {
  /** Whether there is nothing to load. */
  readonly isEmpty: boolean;
  /** A cell is about to run. */
  readonly cellBegins: () => void;
  /** A cell has ended well enough to leave a state. */
  readonly cellEnded: (cell: string, interpreter: StateHolder) => void;
  /** Gives a fresh interpreter the latest state, or the origin; null when there is none, or it cannot be had again. */
  readonly load: (interpreter: StateHolder) => Promise<Restoration | null>;
  /** Forgets the states behind the one after `cell`, all when there is none after it. */
  readonly forgetBehind: (cell: string | null) => void;
}

interface KeptState extends DriverState {
  readonly cell: string;
}

export interface KeptStatesOptions extends KeepOptions {
  /** What the session began with, when that was not nothing; it is never forgotten. */
  readonly origin: KeptState | null;
  /** Told of each cell whose state is kept, and of each whose state no longer is for want of room. */
  readonly safe: (cell: string) => void;
  readonly unsafe: (cell: string) => void;
}

export function createKeptStates({
  when,
  depth,
  origin,
  safe,
  unsafe,
}: KeptStatesOptions): KeptStates {
  let base = origin;
  let states: KeptState[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Times that states were forgotten: one that was on its way meanwhile is of a cell that is gone. */
  let forgotten = 0;

  const fetch = async (cell: string, interpreter: StateHolder): Promise<void> => {
    const forgottenBefore = forgotten;
    const state = await interpreter.transfer.dump();
    if (state === null || forgotten !== forgottenBefore) return;
    states.push({ ...state, cell });
    let chars = states.reduce((sum, kept) => sum + kept.chars, 0);
    while (states.length > depth || (chars > MAX_CHARS && states.length > 1)) {
      const [oldest] = states.splice(0, 1);
      if (oldest === undefined) break;
      chars -= oldest.chars;
      unsafe(oldest.cell);
    }
    safe(cell);
  };

  return {
    get isEmpty() {
      return states.length === 0 && base === null;
    },
    cellBegins: () => clearTimeout(timer),
    cellEnded(cell, interpreter) {
      if (when === 'off') return;
      if (when === 'every-cell') return void fetch(cell, interpreter);
      timer = setTimeout(() => void fetch(cell, interpreter), IDLE_MS);
      timer.unref();
    },
    async load(interpreter) {
      const state = states.at(-1) ?? base;
      if (state === null) return null;
      const lostNames = await interpreter.transfer.load(state.cell, state);
      if (lostNames === null) {
        // It may hold half of the state: the next one begins with nothing, as is told.
        if (states.length === 0) base = null;
        states = [];
        await interpreter.kill();
        return null;
      }
      return { exit: { code: null, signal: null }, cell: state.cell, lostNames };
    },
    forgetBehind(cell) {
      clearTimeout(timer);
      forgotten += 1;
      states = states.slice(0, states.findIndex((state) => state.cell === cell) + 1);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

import type { StateReport } from '@repltool/protocol';
import type { Interpreter } from './interpreter.ts';
import type { Restoration } from './restoration.ts';

/** How a cell left the state: as it was made, lost with the interpreter, or put back to an earlier one. */
export type StateEnding =
  | { readonly kind: 'kept' }
  /** `successor`: what the session goes on with, where that is known. */
  | { readonly kind: 'lost'; readonly cause: string; readonly successor?: Interpreter | undefined }
  | { readonly kind: 'restored'; readonly cause: string; readonly restoration: Restoration };

/** Keeps account of which cells' effects the living interpreter holds, and says in each result what became of them. */
export interface StateLedger {
  /** Cells whose effects are there, oldest first. */
  readonly held: readonly string[];
  /** What the state that the session began with is called; null when it began with nothing. */
  readonly origin: string | null;
  /** The latest cell (or origin), `count` cells back or more, whose state can be gone back to; undefined when there is none. */
  target(count: number): string | undefined;
  /** The state after `cell` is kept. */
  readonly safe: (cell: string) => void;
  readonly unsafe: (cell: string) => void;
  /** A cell is about to run on `interpreter`. That it is another one than last time is told in the cell's report. */
  begin(interpreter: Interpreter): void;
  /** What `interpreter` was given at its start. */
  begunWith(interpreter: Interpreter): Restoration | undefined;
  /** `interpreter` has been given an earlier state at its start. */
  readonly startedFrom: (interpreter: Interpreter, restoration: Restoration) => void;
  /** The cell has ended. */
  end(executionId: string, ending: StateEnding): StateReport;
  /** The interpreter was put back while no cell ran; told in the next report. */
  readonly restoredBetween: (restoration: Restoration) => void;
  /** The state was put back, or thrown away, on request. */
  readonly wentBack: (ending: Exclude<StateEnding, { kind: 'kept' }>) => StateReport;
}

/** Cells named safe that are remembered; drivers keep far fewer states, unless they lie. */
const MAX_SAFE = 100;
/** Names lost while no cell ran that the next report tells. */
const MAX_LOST_NAMES = 1000;

const KEPT: StateReport = { outcome: 'kept', lost_cells: [], lost_names: [] };

export function createStateLedger(origin: string | null): StateLedger {
  let holder: Interpreter | undefined;
  let held: string[] = [];
  let safe = new Set<string>();
  let unreported: StateReport | undefined;
  const origins = new WeakMap<Interpreter, Restoration>();

  const report = (
    outcome: 'restored' | 'reset',
    cause: string,
    lostCells: readonly string[],
    lostNames: readonly string[],
  ): StateReport => {
    const before = unreported;
    unreported = undefined;
    return {
      outcome,
      cause,
      lost_cells: [...(before?.lost_cells ?? []), ...lostCells],
      lost_names: [...new Set([...(before?.lost_names ?? []), ...lostNames])].slice(
        0,
        MAX_LOST_NAMES,
      ),
    };
  };

  /** The interpreter has ended, and with it all but what its successor was given. */
  const lose = (cause: string, successor: Interpreter | undefined): StateReport => {
    holder = successor;
    const begunWith = successor && origins.get(successor);
    if (begunWith !== undefined) return restore(cause, begunWith);
    const lost = held;
    held = [];
    safe = new Set();
    return report('reset', cause, lost, []);
  };

  const restore = (cause: string, { cell, lostNames }: Restoration): StateReport => {
    const kept = cell === null ? 0 : held.indexOf(cell) + 1;
    const lost = held.slice(kept);
    held = held.slice(0, kept);
    const isFresh = kept === 0 && (cell === null || cell !== origin);
    return report(isFresh ? 'reset' : 'restored', cause, lost, lostNames);
  };

  const wentBack: StateLedger['wentBack'] = (ending) =>
    ending.kind === 'lost'
      ? lose(ending.cause, ending.successor)
      : restore(ending.cause, ending.restoration);

  return {
    get held() {
      return held;
    },
    origin,
    target(count) {
      const before = held.slice(0, held.length - count);
      return before.findLast((cell) => safe.has(cell)) ?? origin ?? undefined;
    },
    safe(cell) {
      safe.delete(cell);
      safe.add(cell);
      const [oldest] = safe;
      if (safe.size > MAX_SAFE && oldest !== undefined) safe.delete(oldest);
    },
    unsafe: (cell) => void safe.delete(cell),
    begunWith: (interpreter) => origins.get(interpreter),
    startedFrom: (interpreter, restoration) => void origins.set(interpreter, restoration),
    begin(interpreter) {
      if (holder !== undefined && holder !== interpreter) {
        unreported = lose('InterpreterCrashed', interpreter);
      }
      holder = interpreter;
    },
    end(executionId, ending) {
      held.push(executionId);
      if (ending.kind !== 'kept') return wentBack(ending);
      const told = unreported ?? KEPT;
      unreported = undefined;
      return told;
    },
    restoredBetween(restoration) {
      unreported = restore('InterpreterCrashed', restoration);
    },
    wentBack,
  };
}

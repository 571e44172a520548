import { randomId } from '../ids.ts';
import type { DumpPartFrame, HostFrame } from './frames.ts';
import type { Questions } from './questions.ts';

/** A larger state is not kept. */
const MAX_STATE_CHARS = 64 * 1024 * 1024;
/** Memory of a piece besides its text, in characters. */
const PIECE_CHARS = 64;
const TRANSFER_MS = 5000;

/** The state of an interpreter outside of it, in pieces that its driver alone understands. */
export interface DriverState {
  readonly pieces: readonly string[];
  readonly chars: number;
  /** What is not in it. */
  readonly lostNames: readonly string[];
}

/** Gets the state out of an interpreter and into another. */
export interface StateTransfer {
  /** Null when the driver cannot, or the state is too large. */
  dump(): Promise<DriverState | null>;
  /** Gives the names that could not be made again; null when nothing could. @param cell what the state is called from now on */
  load(cell: string, state: DriverState): Promise<readonly string[] | null>;
  readonly piece: (frame: DumpPartFrame) => void;
}

export function createStateTransfer(
  questions: Questions,
  send: (frame: HostFrame) => void,
): StateTransfer {
  let dumpId: string | undefined;
  let pieces: string[] = [];
  let chars = 0;

  return {
    async dump() {
      const id = randomId();
      dumpId = id;
      pieces = [];
      chars = 0;
      const dumped = await questions.ask({ type: 'dump' }, TRANSFER_MS, id);
      if (dumpId !== id) return null;
      const state = { pieces, chars };
      // What comes from now on belongs to nothing.
      dumpId = undefined;
      pieces = [];
      if (dumped === null || state.chars > MAX_STATE_CHARS) return null;
      return { ...state, lostNames: dumped.lost_names };
    },
    async load(id, { pieces: all, lostNames }) {
      for (const data of all) send({ type: 'load-part', id, data });
      const loaded = await questions.ask({ type: 'load' }, TRANSFER_MS, id);
      return loaded && [...new Set([...lostNames, ...loaded.lost_names])];
    },
    piece(frame) {
      if (frame.id !== dumpId) return;
      chars += frame.data.length + PIECE_CHARS;
      if (chars > MAX_STATE_CHARS) pieces = [];
      else pieces.push(frame.data);
    },
  };
}

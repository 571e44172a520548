import { ReplError, type StateReport } from '@repltool/protocol';
import type { FileHistory } from './file-history.ts';
import type { InterpreterSlot } from './interpreter-slot.ts';
import type { KeptStates } from './kept-states.ts';
import type { RunnerPlugin } from './ports/runner.ts';
import type { StateLedger } from './state-ledger.ts';

/** Going back to an earlier state of the session, between cells. */
export interface TimeTravel {
  /** @throws ReplError UndoNotPossible */
  undo(count: number): Promise<StateReport>;
  reset(): Promise<StateReport>;
}

interface Session {
  readonly plugin: RunnerPlugin;
  readonly slot: InterpreterSlot;
  readonly ledger: StateLedger;
  readonly keptStates: KeptStates;
  readonly fileHistory: FileHistory;
}

function refuse(reason: string): ReplError {
  return new ReplError('UndoNotPossible', reason);
}

export function createTimeTravel({
  plugin,
  slot,
  ledger,
  keptStates,
  fileHistory,
}: Session): TimeTravel {
  const { capabilities, displayName } = plugin;
  /** The cell to go back behind; null is the beginning. */
  const findTarget = (count: number): string | null => {
    const total = ledger.held.length;
    if (!Number.isInteger(count) || count < 1 || count > total) {
      throw refuse(`count: must be a whole number from 1 to ${total}, not ${count}`);
    }
    if (count === total && ledger.origin === null) return null;
    const target = ledger.target(count);
    if (target === undefined) throw refuse('No state from before these cells was kept.');
    return target;
  };

  /** The interpreter ends, and its successor gets the state after `cell`, or none. */
  const replace = async (cell: string | null, cause: string): Promise<StateReport> => {
    keptStates.forgetBehind(cell);
    const interpreter = await slot.get();
    await interpreter.kill();
    return ledger.wentBack({ kind: 'lost', cause, successor: await slot.get() });
  };

  const undoState = async (target: string | null): Promise<StateReport> => {
    if (capabilities.checkpoints !== true) return replace(target, 'undo');
    const interpreter = await slot.get();
    const restoration = await interpreter.goBack(target);
    if (restoration === null) throw refuse('That state is no longer kept.');
    return ledger.wentBack({ kind: 'restored', cause: 'undo', restoration });
  };

  return {
    async undo(count) {
      if (capabilities.checkpoints !== true && capabilities.stateTransfer !== true) {
        throw refuse(`${displayName} keeps no earlier states.`);
      }
      const target = findTarget(count);
      const report = await undoState(target);
      const filesOf = target === ledger.origin ? null : target;
      return { ...report, files: (await fileHistory.goBack(filesOf)) ? 'restored' : 'kept' };
    },
    async reset() {
      keptStates.forgetBehind(null);
      const interpreter = await slot.get();
      const restoration = await interpreter.goBack(null);
      if (restoration !== null) {
        return ledger.wentBack({ kind: 'restored', cause: 'reset', restoration });
      }
      return replace(null, 'reset');
    },
  };
}

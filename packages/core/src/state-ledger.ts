import type { StateReport } from '@repltool/protocol';
import type { Interpreter } from './interpreter.ts';

/** Keeps account of which cells' effects the living interpreter holds, and says in each result what became of them. */
export interface StateLedger {
  /** A cell is about to run on `interpreter`. That it is another one than last time is told in the cell's report. */
  begin(interpreter: Interpreter): void;
  /** The cell has ended; `lossCause` says of what the interpreter died, if it did. */
  end(executionId: string, lossCause: string | null): StateReport;
}

const KEPT: StateReport = { outcome: 'kept', lost_cells: [], lost_names: [] };

export function createStateLedger(): StateLedger {
  let holder: Interpreter | undefined;
  let held: string[] = [];
  let unreported: StateReport | undefined;

  const loseAll = (cause: string): StateReport => {
    const lost = [...(unreported?.lost_cells ?? []), ...held];
    held = [];
    holder = undefined;
    unreported = undefined;
    return { outcome: 'reset', cause, lost_cells: lost, lost_names: [] };
  };

  return {
    begin(interpreter) {
      if (holder !== undefined && holder !== interpreter)
        unreported = loseAll('InterpreterCrashed');
      holder = interpreter;
    },
    end(executionId, lossCause) {
      if (lossCause !== null) return loseAll(lossCause);
      held.push(executionId);
      const report = unreported ?? KEPT;
      unreported = undefined;
      return report;
    },
  };
}

import { useCallback, useSyncExternalStore } from 'react';
import type { CellOutput } from '../terminal/cell-output.ts';
import type { OutputStore } from '../terminal/output-store.ts';

/** The output of a cell, and its version so that whoever shows it is drawn again when it grows. */
export function useCellOutput(
  store: OutputStore,
  cellId: string,
): { output: CellOutput | undefined; version: number } {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(cellId, listener),
    [store, cellId],
  );
  const version = useSyncExternalStore(subscribe, () => store.get(cellId)?.version ?? 0);
  return { output: store.get(cellId), version };
}

import { useCallback, useSyncExternalStore } from 'react';
import type { Playground } from '../session/playground.ts';
import type { PlaygroundState } from '../state/model.ts';

export function usePlaygroundState({ store }: Playground): PlaygroundState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.state);
}

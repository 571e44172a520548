import type { Action } from './actions.ts';
import type { PlaygroundState } from './model.ts';
import { reduceNotebook } from './notebook-reducer.ts';
import { notebookOf } from './selectors.ts';

export function reduce(state: PlaygroundState, action: Action): PlaygroundState {
  switch (action.type) {
    case 'connection-changed':
      return { ...state, connection: action.status };
    case 'runtimes-loaded': {
      const { runtimes, isolation } = action.list;
      const wanted = state.selected ?? action.preferred;
      const known = runtimes.find(({ language }) => language === wanted);
      const usable = runtimes.find(({ runtime }) => runtime !== null);
      const selected = (known ?? usable ?? runtimes[0])?.language ?? null;
      return { ...state, runtimes, isolation, selected, notice: null };
    }
    case 'language-selected':
      return { ...state, selected: action.language };
    case 'page-notice-changed':
      return { ...state, notice: action.trouble };
    case 'notebook': {
      const notebook = notebookOf(state, action.language);
      const next = reduceNotebook(notebook, action.action);
      if (next === notebook) return state;
      return { ...state, notebooks: { ...state.notebooks, [action.language]: next } };
    }
  }
}

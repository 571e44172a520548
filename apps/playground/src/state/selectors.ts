import { isUnfinished } from './cells.ts';
import { emptyNotebook, type Cell, type Notebook, type PlaygroundState } from './model.ts';

export function notebookOf(state: PlaygroundState, language: string): Notebook {
  return state.notebooks[language] ?? emptyNotebook(language);
}

/** The cell that is on its way or running; a session runs one at a time. */
export function activeCell({ cells }: Notebook): Cell | undefined {
  return cells.findLast(isUnfinished);
}

/** Why a cell cannot be run now; null when it can. */
export function runBlocked(state: PlaygroundState, language: string): string | null {
  const notebook = notebookOf(state, language);
  const { session } = notebook;
  const active = activeCell(notebook);
  if (state.connection !== 'connected') return 'There is no connection to the server';
  if (session.kind === 'creating') return 'The session is starting';
  if (session.kind === 'ending') return 'The session is ending';
  if (session.kind === 'attaching') return 'The session is coming back';
  if (active?.phase.kind === 'sending') return 'A cell is being sent';
  if (active !== undefined) return 'A cell is running';
  return null;
}

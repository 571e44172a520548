import type { ExecutionStarted, HistoryEntry, SessionInfo } from '@repltool/protocol';
import type { NotebookAction } from './actions.ts';
import { isUnfinished } from './cells.ts';
import {
  finishedPhase,
  rememberedPhase,
  type Cell,
  type CellPhase,
  type Notebook,
} from './model.ts';
import type { Trouble } from './trouble.ts';

function sessionIdOf({ session }: Notebook): string | null {
  if (session.kind === 'live' || session.kind === 'ending') return session.info.session_id;
  return session.kind === 'attaching' ? session.sessionId : null;
}

function withPhase(notebook: Notebook, id: string, next: (cell: Cell) => CellPhase): Notebook {
  let changed = false;
  const cells = notebook.cells.map((cell) => {
    if (cell.id !== id) return cell;
    const phase = next(cell);
    changed ||= phase !== cell.phase;
    return phase === cell.phase ? cell : { ...cell, phase };
  });
  return changed ? { ...notebook, cells } : notebook;
}

/** A session took the place of none or of another: the cell that waits for it is its own, numbers begin anew. */
function withLiveSession(notebook: Notebook, info: SessionInfo): Notebook {
  const session = { kind: 'live', info } as const;
  if (sessionIdOf(notebook) === info.session_id) return { ...notebook, session, notice: null };
  const cells = notebook.cells.map((cell) =>
    cell.sessionId === null ? { ...cell, sessionId: info.session_id } : cell,
  );
  return { ...notebook, session, cells, started: 0, notice: null };
}

function withStarted(notebook: Notebook, event: ExecutionStarted): Notebook {
  const known = notebook.cells.find(({ id }) => id === event.execution_id);
  if (known !== undefined && known.number !== null) return notebook;
  const started: Cell = {
    id: event.execution_id,
    sessionId: event.session_id,
    number: notebook.started + 1,
    code: event.code,
    phase:
      known?.phase.kind === 'finished'
        ? known.phase
        : { kind: 'running', startedAt: event.timestamp, interrupting: false },
  };
  const cells = known
    ? notebook.cells.map((cell) => (cell === known ? started : cell))
    : [...notebook.cells, started];
  return { ...notebook, cells, started: notebook.started + 1 };
}

function withHistory(
  notebook: Notebook,
  entries: readonly HistoryEntry[],
  firstNumber: number,
): Notebook {
  const sessionId = sessionIdOf(notebook);
  const onPage = new Set(notebook.cells.map(({ id }) => id));
  const remembered = entries.map((entry, index): Cell => ({
    id: entry.execution_id,
    sessionId,
    number: firstNumber + index,
    code: entry.code,
    phase: rememberedPhase(entry),
  }));
  const missing = remembered.filter(({ id }) => !onPage.has(id));
  const started = Math.max(notebook.started, firstNumber + entries.length - 1);
  return { ...notebook, cells: [...missing, ...notebook.cells], started };
}

function withEnd(notebook: Notebook, sessionId: string, trouble: Trouble): Notebook {
  if (sessionIdOf(notebook) !== sessionId) return notebook;
  return {
    ...notebook,
    session: { kind: 'ended', sessionId, trouble },
    cells: notebook.cells.map((cell) =>
      isUnfinished(cell) && cell.number !== null ? { ...cell, phase: { kind: 'abandoned' } } : cell,
    ),
  };
}

function withOutput(notebook: Notebook, id: string, sessionId: string): Notebook {
  if (notebook.cells.some((cell) => cell.id === id)) return notebook;
  const cell: Cell = { id, sessionId, number: null, code: '', phase: { kind: 'background' } };
  return { ...notebook, cells: [...notebook.cells, cell] };
}

/** What one tab becomes. Whatever is told twice, as after a lost connection, changes nothing the second time. */
export function reduceNotebook(notebook: Notebook, action: NotebookAction): Notebook {
  switch (action.type) {
    case 'session-creating':
      return { ...notebook, session: { kind: 'creating' }, notice: null };
    case 'session-attaching':
      return { ...notebook, session: { kind: 'attaching', sessionId: action.sessionId } };
    case 'session-live':
      return withLiveSession(notebook, action.info);
    case 'session-failed':
      return { ...notebook, session: { kind: 'none' }, notice: action.trouble };
    case 'session-updated':
      return sessionIdOf(notebook) === action.info.session_id && notebook.session.kind === 'live'
        ? { ...notebook, session: { kind: 'live', info: action.info } }
        : notebook;
    case 'session-ending':
      return notebook.session.kind === 'live'
        ? { ...notebook, session: { kind: 'ending', info: notebook.session.info } }
        : notebook;
    case 'session-kept':
      return notebook.session.kind === 'ending'
        ? {
            ...notebook,
            session: { kind: 'live', info: notebook.session.info },
            notice: action.trouble,
          }
        : notebook;
    case 'session-ended':
      return withEnd(notebook, action.sessionId, action.trouble);
    case 'history-loaded':
      return withHistory(notebook, action.entries, action.firstNumber);
    case 'cell-submitted':
      return {
        ...notebook,
        notice: null,
        cells: [
          ...notebook.cells,
          {
            id: action.id,
            sessionId: sessionIdOf(notebook),
            number: null,
            code: action.code,
            phase: { kind: 'sending' },
          },
        ],
      };
    case 'cell-started':
      return withStarted(notebook, action.event);
    case 'cell-interrupting':
      return withPhase(notebook, action.id, ({ phase }) =>
        phase.kind === 'running' ? { ...phase, interrupting: true } : phase,
      );
    case 'cell-finished':
      return withPhase(notebook, action.result.execution_id, ({ phase }) =>
        phase.kind === 'finished' && phase.result !== null ? phase : finishedPhase(action.result),
      );
    case 'cell-refused':
      return withPhase(notebook, action.id, (cell) =>
        isUnfinished(cell) ? { kind: 'refused', trouble: action.trouble } : cell.phase,
      );
    case 'cell-abandoned':
      return withPhase(notebook, action.id, (cell) =>
        isUnfinished(cell) ? { kind: 'abandoned' } : cell.phase,
      );
    case 'output-seen':
      return withOutput(notebook, action.id, action.sessionId);
    case 'cells-cleared':
      return { ...notebook, cells: notebook.cells.filter(isUnfinished), notice: null };
    case 'notice-changed':
      return { ...notebook, notice: action.trouble };
  }
}

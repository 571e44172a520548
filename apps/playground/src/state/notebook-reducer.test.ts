import type { HistoryEntry } from '@repltool/protocol';
import { describe, expect, it } from 'vitest';
import type { NotebookAction } from './actions.ts';
import { SESSION, resultOf, startOf } from './fixtures.ts';
import { emptyNotebook, type Notebook } from './model.ts';
import { reduceNotebook } from './notebook-reducer.ts';
import { activeCell } from './selectors.ts';
import { troubleFrom } from './trouble.ts';

const EXPIRED = { ...troubleFrom(new Error('expired')), code: 'SessionTimeout' } as const;

function after(...actions: readonly NotebookAction[]): Notebook {
  return actions.reduce(reduceNotebook, emptyNotebook('python'));
}

const LIVE: NotebookAction = { type: 'session-live', info: SESSION };
const submitted = (id: string): NotebookAction => ({ type: 'cell-submitted', id, code: '1 + 1' });
const started = (id: string): NotebookAction => ({ type: 'cell-started', event: startOf(id) });
const finished = (id: string): NotebookAction => ({ type: 'cell-finished', result: resultOf(id) });

function phases({ cells }: Notebook): string[] {
  return cells.map(({ id, number, phase }) => `${id} ${number} ${phase.kind}`);
}

const entry = (id: string, timestamp = '2026-01-01T09:00:00.000Z'): HistoryEntry => ({
  execution_id: id,
  code: `code of ${id}`,
  success: true,
  status: 'ok',
  execution_time_ms: 1,
  timestamp,
});

describe('the life of a cell', () => {
  it('is sent, runs and ends as one cell, whatever order the end and its answer come in', () => {
    const once = after(LIVE, submitted('a'), started('a'), finished('a'));
    expect(phases(once)).toEqual(['a 1 finished']);
    expect(reduceNotebook(once, finished('a'))).toBe(once);
  });

  it('numbers only cells that were started', () => {
    const notebook = after(
      LIVE,
      submitted('a'),
      { type: 'cell-refused', id: 'a', trouble: EXPIRED },
      submitted('b'),
      started('b'),
    );
    expect(phases(notebook)).toEqual(['a null refused', 'b 1 running']);
  });

  it('changes nothing when a start or an end is told again after a lost connection', () => {
    const once = after(LIVE, started('a'), finished('a'));
    expect([started('a'), finished('a')].reduce(reduceNotebook, once)).toBe(once);
  });

  it('keeps the result of a cell whose end was known before its start was told', () => {
    const notebook = after(LIVE, submitted('a'), finished('a'), started('a'));
    expect(phases(notebook)).toEqual(['a 1 finished']);
  });

  it('shows cells that another page runs in the same session', () => {
    expect(phases(after(LIVE, started('elsewhere')))).toEqual(['elsewhere 1 running']);
  });

  it('ignores the end of a cell that is not on the page', () => {
    const notebook = after(LIVE);
    expect(reduceNotebook(notebook, finished('cleared'))).toBe(notebook);
  });

  it('tells of an interrupt only while the cell runs', () => {
    const interrupting: NotebookAction = { type: 'cell-interrupting', id: 'a' };
    const running = after(LIVE, started('a'), interrupting);
    expect(activeCell(running)?.phase).toMatchObject({ kind: 'running', interrupting: true });
    const done = after(LIVE, started('a'), finished('a'));
    expect(reduceNotebook(done, interrupting)).toBe(done);
  });
});

describe('sessions', () => {
  it('gives the cell that made the session start to that session', () => {
    const notebook = after(submitted('a'), { type: 'session-creating' }, LIVE);
    expect(notebook.cells[0]?.sessionId).toBe(SESSION.session_id);
  });

  it('leaves no cell running when its session has ended', () => {
    const notebook = after(LIVE, started('a'), {
      type: 'session-ended',
      sessionId: SESSION.session_id,
      trouble: EXPIRED,
    });
    expect(phases(notebook)).toEqual(['a 1 abandoned']);
    expect(activeCell(notebook)).toBeUndefined();
  });

  it('is ending from the moment it was asked to, and goes on when that fails', () => {
    const ending = after(LIVE, { type: 'session-ending' });
    expect(ending.session.kind).toBe('ending');
    const kept = reduceNotebook(ending, { type: 'session-kept', trouble: EXPIRED });
    expect(kept).toMatchObject({ session: { kind: 'live', info: SESSION }, notice: EXPIRED });
    const ended = reduceNotebook(ending, {
      type: 'session-ended',
      sessionId: SESSION.session_id,
      trouble: EXPIRED,
    });
    expect(ended.session.kind).toBe('ended');
  });

  it('does not end a session for news about another one', () => {
    const notebook = after(LIVE);
    expect(
      reduceNotebook(notebook, {
        type: 'session-ended',
        sessionId: 'anotherSession',
        trouble: EXPIRED,
      }),
    ).toBe(notebook);
  });

  it('counts anew in a new session and keeps the cells of the old one', () => {
    const notebook = after(
      LIVE,
      started('a'),
      finished('a'),
      { type: 'session-ended', sessionId: SESSION.session_id, trouble: EXPIRED },
      { type: 'session-live', info: { ...SESSION, session_id: 'session0002' } },
      started('b'),
    );
    expect(phases(notebook)).toEqual(['a 1 finished', 'b 1 running']);
  });

  it('says why no session came of it', () => {
    const notebook = after(
      { type: 'session-creating' },
      { type: 'session-failed', trouble: EXPIRED },
    );
    expect(notebook).toMatchObject({ session: { kind: 'none' }, notice: EXPIRED });
  });
});

describe('coming back after a reload', () => {
  const attaching: NotebookAction = { type: 'session-attaching', sessionId: SESSION.session_id };

  it('puts the past in order, then takes results and the running cell from what is told again', () => {
    const notebook = after(
      attaching,
      { type: 'history-loaded', entries: [entry('a'), entry('b')], firstNumber: 4 },
      LIVE,
      started('b'),
      finished('b'),
      started('c'),
    );
    expect(phases(notebook)).toEqual(['a 4 finished', 'b 5 finished', 'c 6 running']);
    expect(notebook.cells.map(({ phase }) => phase.kind === 'finished' && phase.result)).toEqual([
      null,
      resultOf('b'),
      false,
    ]);
  });

  it('tells that the session is gone', () => {
    const notebook = after(attaching, {
      type: 'session-ended',
      sessionId: SESSION.session_id,
      trouble: EXPIRED,
    });
    expect(notebook.session).toMatchObject({ kind: 'ended', trouble: { code: 'SessionTimeout' } });
  });
});

describe('output of cells that are not on the page', () => {
  const seen: NotebookAction = { type: 'output-seen', id: 'a', sessionId: SESSION.session_id };

  it('gets a place of its own', () => {
    expect(phases(after(LIVE, seen, seen))).toEqual(['a null background']);
  });

  it('does not touch the cell when it is there', () => {
    const notebook = after(LIVE, started('a'));
    expect(reduceNotebook(notebook, seen)).toBe(notebook);
  });
});

describe('clearing', () => {
  it('keeps what has not ended and the numbers', () => {
    const notebook = after(
      LIVE,
      started('a'),
      finished('a'),
      started('b'),
      { type: 'cells-cleared' },
      finished('b'),
      started('c'),
    );
    expect(phases(notebook)).toEqual(['b 2 finished', 'c 3 running']);
  });
});

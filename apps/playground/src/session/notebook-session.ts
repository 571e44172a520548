import { TransportError, type LiveSession } from '@repltool/client';
import { isUnfinished, latestTimestamp } from '../state/cells.ts';
import { meansSessionEnded, troubleFrom, type Trouble } from '../state/trouble.ts';
import { SessionFeed } from './feed.ts';
import type { RememberedSession } from './page-memory.ts';
import type { NotebookParts } from './parts.ts';
import { untilAnswered } from './retry.ts';

/** A session of the page outlives the pauses of a person who reads and thinks. */
const IDLE_TIMEOUT_S = 1800;
/** Cells of a session's past that come back with a reload. */
const RESTORED_CELLS = 200;

const ENDED_HERE: Trouble = {
  code: 'SessionTerminated',
  title: 'The session has ended',
  detail: 'Its variables and files are gone. The cells above stay to be read.',
  hint: 'Run a cell, or start a new session.',
  findings: [],
};

/** `refused`: the cell never ran, so its code should go back to where it came from. */
export type RunOutcome = 'ran' | 'refused';

/** The session behind one language's tab: none at first, made by the first run, replaced when it has ended. */
export class NotebookSession {
  readonly #parts: NotebookParts;
  #live: LiveSession | null = null;
  #feed: SessionFeed | null = null;

  constructor(parts: NotebookParts) {
    this.#parts = parts;
  }

  /** Comes back to the session this tab had before a reload, with its cells and output; runs nothing. */
  async restore(remembered: RememberedSession): Promise<void> {
    const { client, connection, dispatch, signal } = this.#parts;
    dispatch({ type: 'session-attaching', sessionId: remembered.id });
    const live = connection().session(remembered.id);
    const feed = new SessionFeed(this.#parts, remembered);
    try {
      const page = await untilAnswered(
        () => client.history(remembered.id, { order: 'newest', limit: RESTORED_CELLS }, { signal }),
        signal,
      );
      const entries = page.executions
        .toReversed()
        .filter(({ timestamp }) => !feed.isCleared(timestamp));
      dispatch({ type: 'history-loaded', entries, firstNumber: page.total - entries.length + 1 });
      this.#live = live;
      this.#feed = feed;
      await feed.follow(live);
      dispatch({ type: 'session-live', info: await live.info({ signal }) });
    } catch (error) {
      this.#failed(remembered.id, error);
    }
  }

  /** Follows the session over a new connection, and finds out what became of the cells that were under way. */
  async reattach(): Promise<void> {
    if (this.#live === null || this.#feed === null) return;
    const { id } = this.#live;
    this.#live = this.#parts.connection().session(id);
    try {
      await this.#feed.follow(this.#live);
      await Promise.all(this.#unfinished().map((cellId) => this.#settle(id, cellId)));
    } catch (error) {
      this.#failed(id, error);
    }
  }

  /** Runs a cell, in a new session when there is none; the caller has checked that nothing else runs. */
  async run(cellId: string, code: string): Promise<RunOutcome> {
    const { dispatch } = this.#parts;
    dispatch({ type: 'cell-submitted', id: cellId, code });
    let live: LiveSession;
    try {
      live = this.#current() ?? (await this.#create());
    } catch (error) {
      dispatch({ type: 'session-failed', trouble: null });
      dispatch({ type: 'cell-refused', id: cellId, trouble: troubleFrom(error) });
      return 'refused';
    }
    try {
      const result = await live.execute(code, { execution_id: cellId, on_busy: 'refuse' });
      dispatch({ type: 'cell-finished', result });
      return 'ran';
    } catch (error) {
      return this.#runFailed(live.id, cellId, error);
    }
  }

  async interrupt(cellId: string): Promise<void> {
    const { dispatch } = this.#parts;
    const live = this.#current();
    if (live === null) return;
    dispatch({ type: 'cell-interrupting', id: cellId });
    try {
      await live.interrupt();
    } catch (error) {
      dispatch({ type: 'notice-changed', trouble: troubleFrom(error) });
    }
  }

  /** Starts a session, after ending the one there is. */
  async renew(): Promise<void> {
    const { dispatch, notebook } = this.#parts;
    await this.end();
    if (notebook().session.kind === 'live') return;
    try {
      await this.#create();
    } catch (error) {
      dispatch({ type: 'session-failed', trouble: troubleFrom(error) });
    }
  }

  async end(): Promise<void> {
    const { dispatch } = this.#parts;
    const live = this.#current();
    if (live === null) return;
    dispatch({ type: 'session-ending' });
    try {
      await live.terminate();
      this.#ended(live.id, ENDED_HERE);
    } catch (error) {
      const trouble = troubleFrom(error);
      if (meansSessionEnded(trouble)) this.#ended(live.id, trouble);
      else dispatch({ type: 'session-kept', trouble });
    }
  }

  /** Remembers that the cells on the page are not wanted back after a reload, and takes them off it. */
  clear(): void {
    const { memory, language, notebook, outputs, dispatch } = this.#parts;
    const before = notebook().cells;
    dispatch({ type: 'cells-cleared' });
    const kept = new Set(notebook().cells.map(({ id }) => id));
    outputs.forget(before.map(({ id }) => id).filter((id) => !kept.has(id)));
    if (this.#live === null || this.#feed === null) return;
    const cleared = { upTo: latestTimestamp(before), cursor: this.#feed.cursor };
    memory.keepSession(language, { id: this.#live.id, cleared });
  }

  /** Stops following; the session itself goes on. */
  dispose(): void {
    this.#feed?.stop();
    this.#live = null;
    this.#feed = null;
  }

  #current(): LiveSession | null {
    return this.#parts.notebook().session.kind === 'live' ? this.#live : null;
  }

  #unfinished(): string[] {
    const { cells } = this.#parts.notebook();
    return cells.filter(isUnfinished).map(({ id }) => id);
  }

  async #create(): Promise<LiveSession> {
    const { language, connection, memory, dispatch, signal } = this.#parts;
    dispatch({ type: 'session-creating' });
    const live = await connection().createSession(
      { language, idle_timeout_s: IDLE_TIMEOUT_S },
      { signal },
    );
    this.#feed?.stop();
    this.#feed = new SessionFeed(this.#parts, { id: live.id });
    this.#live = live;
    memory.keepSession(language, { id: live.id });
    const info = await live.info({ signal });
    dispatch({ type: 'session-live', info });
    await this.#feed.follow(live);
    return live;
  }

  async #settle(sessionId: string, cellId: string): Promise<void> {
    const { client, dispatch, signal } = this.#parts;
    try {
      const result = await untilAnswered(
        () => client.execution(sessionId, cellId, { signal }),
        signal,
      );
      dispatch({ type: 'cell-finished', result });
    } catch (error) {
      if (troubleFrom(error).code !== 'ExecutionNotFound') throw error;
      dispatch({ type: 'cell-abandoned', id: cellId });
    }
  }

  #runFailed(sessionId: string, cellId: string, error: unknown): RunOutcome {
    // The connection is gone for good; `reattach` learns over the next one what became of the cell.
    if (TransportError.isInstance(error)) return 'ran';
    const trouble = troubleFrom(error);
    if (meansSessionEnded(trouble)) this.#ended(sessionId, trouble);
    this.#parts.dispatch({ type: 'cell-refused', id: cellId, trouble });
    return 'refused';
  }

  #failed(sessionId: string, error: unknown): void {
    const { dispatch, signal } = this.#parts;
    if (signal.aborted || TransportError.isInstance(error)) return;
    const trouble = troubleFrom(error);
    if (!meansSessionEnded(trouble)) {
      dispatch({ type: 'notice-changed', trouble });
      return;
    }
    this.#ended(sessionId, trouble);
    for (const id of this.#unfinished()) dispatch({ type: 'cell-abandoned', id });
  }

  #ended(sessionId: string, trouble: Trouble): void {
    const { memory, language, dispatch } = this.#parts;
    this.#feed?.stop();
    memory.keepSession(language, null);
    dispatch({ type: 'session-ended', sessionId, trouble });
  }
}

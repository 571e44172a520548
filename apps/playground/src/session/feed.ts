import type { LiveListener, LiveSession } from '@repltool/client';
import type { OutputEvent } from '@repltool/protocol';
import { meansSessionEnded, troubleFrom } from '../state/trouble.ts';
import type { RememberedSession } from './page-memory.ts';
import type { NotebookParts } from './parts.ts';

/** Stands for the cell of output that came before the first one. */
const NO_CELL = 'before-first-cell';

/**
 * What a session tells, put into the page's state. It can be followed again, over another connection, from where it
 * was left.
 */
export class SessionFeed {
  readonly #parts: NotebookParts;
  readonly #sessionId: string;
  readonly #clearedUpTo: string;
  #cursor: number;
  #stop: () => void = () => undefined;

  constructor(parts: NotebookParts, { id, cleared }: RememberedSession) {
    this.#parts = parts;
    this.#sessionId = id;
    this.#clearedUpTo = cleared?.upTo ?? '';
    this.#cursor = cleared?.cursor ?? 0;
  }

  /** Where the output that is not yet on the page begins. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Whether the person cleared away what happened at this time. */
  isCleared(timestamp: string): boolean {
    return timestamp <= this.#clearedUpTo;
  }

  /** Resolves when everything that happened so far has been told. */
  async follow(live: LiveSession): Promise<void> {
    this.#stop();
    this.#stop = await live.subscribe(this.#listener(live), { cursor: this.#cursor });
  }

  stop(): void {
    this.#stop();
    this.#stop = () => undefined;
  }

  #listener(live: LiveSession): LiveListener {
    const { dispatch } = this.#parts;
    return {
      output: (event) => this.#write(event),
      executionStarted: (event) => {
        if (!this.isCleared(event.timestamp)) dispatch({ type: 'cell-started', event });
      },
      executionFinished: (result) => dispatch({ type: 'cell-finished', result }),
      updated: (info) => {
        if (info.status !== 'terminated') dispatch({ type: 'session-updated', info });
        else void this.#learnWhyEnded(live);
      },
      gap: ({ from, to }) =>
        dispatch({
          type: 'notice-changed',
          trouble: {
            code: 'Unknown',
            title: 'Some output is missing',
            detail: `${to - from} pieces of output left the server's log before they could be shown.`,
            hint: 'Results still hold the beginning and the end of what each cell wrote.',
            findings: [],
          },
        }),
      lost: (error) => this.#lost(error),
    };
  }

  #write(event: OutputEvent): void {
    const { outputs, notebook, dispatch } = this.#parts;
    this.#cursor = event.seq + 1;
    const id = event.execution_id ?? NO_CELL;
    if (!notebook().cells.some((cell) => cell.id === id)) {
      dispatch({ type: 'output-seen', id, sessionId: this.#sessionId });
    }
    outputs.write(id, event);
  }

  async #learnWhyEnded(live: LiveSession): Promise<void> {
    try {
      await live.info({ signal: this.#parts.signal });
    } catch (error) {
      this.#lost(error);
    }
  }

  /** A lost connection is not a lost session: the page opens another and follows again. */
  #lost(error: unknown): void {
    const trouble = troubleFrom(error);
    if (!meansSessionEnded(trouble)) return;
    this.stop();
    this.#parts.dispatch({ type: 'session-ended', sessionId: this.#sessionId, trouble });
  }
}

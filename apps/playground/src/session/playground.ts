import { createClient, type Client } from '@repltool/client';
import { ReplError } from '@repltool/protocol';
import type { Action, NotebookAction } from '../state/actions.ts';
import { INITIAL_STATE, type PlaygroundState } from '../state/model.ts';
import { reduce } from '../state/reducer.ts';
import { activeCell, notebookOf, runBlocked } from '../state/selectors.ts';
import { createStore, type Store } from '../state/store.ts';
import { troubleFrom } from '../state/trouble.ts';
import { OutputStore } from '../terminal/output-store.ts';
import { keepConnected, type ConnectionKeeper } from './connection.ts';
import { randomId } from './ids.ts';
import { NotebookSession, type RunOutcome } from './notebook-session.ts';
import type { PageMemory } from './page-memory.ts';
import { untilAnswered } from './retry.ts';

export interface PlaygroundOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly memory: PageMemory;
  /** The server does not accept the token. */
  readonly onUnauthorized: () => void;
}

/** Everything the page can do; `store` and `outputs` tell how it went. */
export class Playground {
  readonly store: Store<PlaygroundState, Action> = createStore(reduce, INITIAL_STATE);
  readonly outputs = new OutputStore();
  readonly memory: PageMemory;
  readonly #client: Client;
  readonly #onUnauthorized: () => void;
  readonly #sessions = new Map<string, NotebookSession>();

  constructor({ baseUrl, token, memory, onUnauthorized }: PlaygroundOptions) {
    this.#client = createClient({ baseUrl, token });
    this.memory = memory;
    this.#onUnauthorized = onUnauthorized;
  }

  /** Connects and comes back to the sessions this tab had. Returns how to take everything down; sessions live on. */
  start(): () => void {
    const ended = new AbortController();
    const keeper = keepConnected({
      open: () => this.#client.connect(),
      onStatus: (status) => this.store.dispatch({ type: 'connection-changed', status }),
      onReopened: () => {
        for (const session of this.#sessions.values()) void session.reattach();
      },
      onRefused: (error) => this.#refused(error),
    });
    void this.#open(keeper, ended.signal);
    return () => {
      ended.abort(new DOMException('The page was taken down.', 'AbortError'));
      for (const session of this.#sessions.values()) session.dispose();
      this.#sessions.clear();
      keeper.close();
    };
  }

  select(language: string): void {
    this.store.dispatch({ type: 'language-selected', language });
    this.memory.select(language);
  }

  /** Runs a cell unless something stands in the way; null when it does. */
  run(language: string, code: string): Promise<RunOutcome> | null {
    const session = this.#sessions.get(language);
    if (session === undefined || runBlocked(this.store.state, language) !== null) return null;
    return session.run(randomId(), code);
  }

  interrupt(language: string): void {
    const cell = activeCell(notebookOf(this.store.state, language));
    if (cell?.phase.kind === 'running') void this.#sessions.get(language)?.interrupt(cell.id);
  }

  renewSession(language: string): void {
    void this.#sessions.get(language)?.renew();
  }

  endSession(language: string): void {
    void this.#sessions.get(language)?.end();
  }

  clear(language: string): void {
    this.#sessions.get(language)?.clear();
  }

  dismissNotice(language: string): void {
    this.#dispatchTo(language, { type: 'notice-changed', trouble: null });
  }

  async #open(keeper: ConnectionKeeper, signal: AbortSignal): Promise<void> {
    try {
      const list = await untilAnswered(
        () => this.#client.runtimes({ signal }),
        signal,
        (error) =>
          this.store.dispatch({ type: 'page-notice-changed', trouble: troubleFrom(error) }),
      );
      for (const { language } of list.runtimes) this.#addSession(language, keeper, signal);
      this.store.dispatch({ type: 'runtimes-loaded', list, preferred: this.memory.selected });
    } catch (error) {
      if (!signal.aborted) this.#refused(error);
    }
  }

  #addSession(language: string, keeper: ConnectionKeeper, signal: AbortSignal): void {
    const session = new NotebookSession({
      language,
      client: this.#client,
      connection: () => keeper.connection,
      outputs: this.outputs,
      memory: this.memory,
      notebook: () => notebookOf(this.store.state, language),
      dispatch: (action) => this.#dispatchTo(language, action),
      signal,
    });
    this.#sessions.set(language, session);
    const remembered = this.memory.session(language);
    if (remembered !== null) void session.restore(remembered);
  }

  #dispatchTo(language: string, action: NotebookAction): void {
    this.store.dispatch({ type: 'notebook', language, action });
  }

  #refused(error: unknown): void {
    if (ReplError.isInstance(error) && error.code === 'Unauthorized') this.#onUnauthorized();
    else this.store.dispatch({ type: 'page-notice-changed', trouble: troubleFrom(error) });
  }
}

import type { Client, LiveConnection } from '@repltool/client';
import type { NotebookAction } from '../state/actions.ts';
import type { Notebook } from '../state/model.ts';
import type { OutputStore } from '../terminal/output-store.ts';
import type { PageMemory } from './page-memory.ts';

/** What the session of one tab works with. */
export interface NotebookParts {
  readonly language: string;
  readonly client: Client;
  /** The connection of the moment. */
  readonly connection: () => LiveConnection;
  readonly outputs: OutputStore;
  readonly memory: PageMemory;
  /** The tab as it is now. */
  readonly notebook: () => Notebook;
  readonly dispatch: (action: NotebookAction) => void;
  /** Aborts when the page is taken down. */
  readonly signal: AbortSignal;
}

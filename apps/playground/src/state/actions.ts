import type { ConnectionStatus } from '@repltool/client';
import type {
  ExecutionResult,
  ExecutionStarted,
  HistoryEntry,
  RuntimeList,
  SessionInfo,
} from '@repltool/protocol';
import type { Trouble } from './trouble.ts';

export type NotebookAction =
  | { readonly type: 'session-creating' }
  | { readonly type: 'session-attaching'; readonly sessionId: string }
  /** Now there is a session: a new one, or, after `session-attaching`, the one from before. */
  | { readonly type: 'session-live'; readonly info: SessionInfo }
  /** No session came of it; `trouble` is null when the person is told elsewhere. */
  | { readonly type: 'session-failed'; readonly trouble: Trouble | null }
  | { readonly type: 'session-updated'; readonly info: SessionInfo }
  | { readonly type: 'session-ending' }
  /** It could not be ended, and goes on. */
  | { readonly type: 'session-kept'; readonly trouble: Trouble }
  | { readonly type: 'session-ended'; readonly sessionId: string; readonly trouble: Trouble }
  /** What the session ran before this page came, oldest first; the first of `entries` is its `firstNumber`th cell. */
  | {
      readonly type: 'history-loaded';
      readonly entries: readonly HistoryEntry[];
      readonly firstNumber: number;
    }
  | { readonly type: 'cell-submitted'; readonly id: string; readonly code: string }
  | { readonly type: 'cell-started'; readonly event: ExecutionStarted }
  | { readonly type: 'cell-interrupting'; readonly id: string }
  | { readonly type: 'cell-finished'; readonly result: ExecutionResult }
  | { readonly type: 'cell-refused'; readonly id: string; readonly trouble: Trouble }
  | { readonly type: 'cell-abandoned'; readonly id: string }
  /** Output came for a cell that may not be on the page. */
  | { readonly type: 'output-seen'; readonly id: string; readonly sessionId: string }
  | { readonly type: 'cells-cleared' }
  | { readonly type: 'notice-changed'; readonly trouble: Trouble | null };

export type PageAction =
  | { readonly type: 'connection-changed'; readonly status: ConnectionStatus }
  | {
      readonly type: 'runtimes-loaded';
      readonly list: RuntimeList;
      readonly preferred: string | null;
    }
  | { readonly type: 'language-selected'; readonly language: string }
  | { readonly type: 'page-notice-changed'; readonly trouble: Trouble | null };

export type Action =
  | PageAction
  | { readonly type: 'notebook'; readonly language: string; readonly action: NotebookAction };

import type { ConnectionStatus } from '@repltool/client';
import type {
  ExecutionResult,
  ExecutionStatus,
  HistoryEntry,
  IsolationTier,
  Runtime,
  SessionInfo,
} from '@repltool/protocol';
import type { Trouble } from './trouble.ts';

/** How a cell ended; `result` is null when the server no longer keeps it and only the history tells. */
export interface FinishedPhase {
  readonly kind: 'finished';
  readonly status: ExecutionStatus;
  readonly executionTimeMs: number;
  readonly timestamp: string;
  readonly result: ExecutionResult | null;
}

export type CellPhase =
  /** Handed over, not yet started. */
  | { readonly kind: 'sending' }
  | { readonly kind: 'running'; readonly startedAt: string; readonly interrupting: boolean }
  | FinishedPhase
  /** Never ran. */
  | { readonly kind: 'refused'; readonly trouble: Trouble }
  /** Its session ended before the result was known. */
  | { readonly kind: 'abandoned' }
  /** Stands for output whose cell is not on the page. */
  | { readonly kind: 'background' };

export interface Cell {
  /** The execution's id. */
  readonly id: string;
  /** Null until the session for it exists. */
  readonly sessionId: string | null;
  /** Its place among the cells the session started; null before that. */
  readonly number: number | null;
  readonly code: string;
  readonly phase: CellPhase;
}

export type SessionPhase =
  | { readonly kind: 'none' }
  | { readonly kind: 'creating' }
  /** Coming back to a session this page had before. */
  | { readonly kind: 'attaching'; readonly sessionId: string }
  | { readonly kind: 'live'; readonly info: SessionInfo }
  /** The person asked for its end, which the server has not confirmed. */
  | { readonly kind: 'ending'; readonly info: SessionInfo }
  | { readonly kind: 'ended'; readonly sessionId: string; readonly trouble: Trouble };

/** One language's tab: its session and the cells on the page, oldest first. */
export interface Notebook {
  readonly language: string;
  readonly session: SessionPhase;
  readonly cells: readonly Cell[];
  /** Cells the current session has started, for their numbers. */
  readonly started: number;
  /** Something the person should know about this tab, until dismissed or overtaken. */
  readonly notice: Trouble | null;
}

export interface PlaygroundState {
  readonly connection: ConnectionStatus;
  /** Null until the server has answered. */
  readonly runtimes: readonly Runtime[] | null;
  readonly isolation: IsolationTier | null;
  /** The language of the tab in front. */
  readonly selected: string | null;
  readonly notebooks: Readonly<Record<string, Notebook>>;
  /** Something that concerns the whole page. */
  readonly notice: Trouble | null;
}

export const INITIAL_STATE: PlaygroundState = {
  connection: 'connecting',
  runtimes: null,
  isolation: null,
  selected: null,
  notebooks: {},
  notice: null,
};

export function emptyNotebook(language: string): Notebook {
  return { language, session: { kind: 'none' }, cells: [], started: 0, notice: null };
}

export function finishedPhase(result: ExecutionResult): FinishedPhase {
  return {
    kind: 'finished',
    status: result.status,
    executionTimeMs: result.execution_time_ms,
    timestamp: result.timestamp,
    result,
  };
}

export function rememberedPhase(entry: HistoryEntry): FinishedPhase {
  return {
    kind: 'finished',
    status: entry.status,
    executionTimeMs: entry.execution_time_ms,
    timestamp: entry.timestamp,
    result: null,
  };
}

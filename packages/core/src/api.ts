import type {
  DisplayEvent,
  ExecutionResult,
  ExecutionStarted,
  HistoryPage,
  HistoryQuery,
  InputReply,
  InputRequest,
  OutputEvent,
  OutputPage,
  RuntimeList,
  SessionConfig,
  SessionInfo,
  StateReport,
} from '@repltool/protocol';
import type { Assistance } from './assistance.ts';
import type { AnswerInput } from './cell-input.ts';
import type { SessionFiles } from './session-files.ts';

export interface ExecuteOptions {
  /** Wall-clock deadline; the session's `max_cpu_time` in seconds when left out. */
  readonly timeout_ms?: number;
  /** What to do while another cell runs: wait in order (default), or throw SessionBusy. */
  readonly on_busy?: 'queue' | 'refuse';
  /** The cell's id in every event and in the result, new in this session; random when left out. */
  readonly execution_id?: string;
  /** Aborting interrupts the cell, or takes it out of the queue; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called for each piece of this cell's output, in order, as it comes. */
  readonly onOutput?: (event: OutputEvent) => void;
  /**
   * Answers this cell's requests for input: one line without its break, or null (also by rejecting) when there is no
   * more. It is asked in place of the session's listeners.
   */
  readonly onInput?: AnswerInput;
  /**
   * Whether the cell waits for `session.reply()` when it asks for input: true even if nobody listens yet, false never.
   * When left out, it waits if a listener takes the request on; if none does, it gets end of file at once.
   */
  readonly allow_stdin?: boolean;
}

/** What a session tells those who watch it. A listener that throws is not called again. */
export interface SessionListener {
  output?(event: OutputEvent): void;
  executionStarted?(event: ExecutionStarted): void;
  executionFinished?(result: ExecutionResult): void;
  /** The session's status, activity or runtime changed. */
  updated?(info: SessionInfo): void;
  /** Something was shown, changed or cleared. */
  display?(event: DisplayEvent): void;
  /** The running cell asks for input. True when this listener will see to a `session.reply()`: then the cell waits. */
  inputRequest?(request: InputRequest): boolean;
}

export interface Session extends AsyncDisposable, Assistance {
  readonly id: string;
  info(): SessionInfo;
  /**
   * Runs a cell. Code that fails is a result with `success: false`; it never rejects for that.
   * @throws ReplError InvalidCodeInput, InvalidResourceLimits, MaliciousCodeDetected, SessionBusy,
   * ExpressionLimitExceeded, SessionTerminated, SessionTimeout, SandboxUnavailable
   */
  execute(code: string, options?: ExecuteOptions): Promise<ExecutionResult>;
  /**
   * Stops a cell and keeps the state where it can: the running one, or the one of `executionId`, which may still be
   * waiting. False when there is no such cell.
   */
  interrupt(executionId?: string): boolean;
  /**
   * Answers a request for input.
   * @throws ReplError InputNotAwaited, InvalidRequest, SessionTerminated, SessionTimeout
   */
  reply(reply: InputReply): void;
  /**
   * Goes back to the state before the last `count` cells, in its turn. Where that very state was not kept, to the
   * latest one before it: the report names every cell whose effects are gone, and says whether the workspace went
   * back too. Running background processes, sockets, pipes and names that files share are not put back.
   * @throws ReplError UndoNotPossible
   */
  undo(count?: number): Promise<StateReport>;
  /** Stops what runs and goes on with a fresh interpreter; files stay as they are. */
  reset(): Promise<StateReport>;
  /**
   * The session as it is, in its turn, for `engine.restoreSession()` in this or another process.
   * @throws ReplError NotSupported, SnapshotNotPossible, SessionTerminated, SessionTimeout
   */
  snapshot(): Promise<SessionSnapshot>;
  /** Ends the session, also in the middle of a cell, and frees all it held. May be called twice. */
  terminate(): Promise<void>;
  /** The workspace. @throws ReplError SessionTerminated, SessionTimeout */
  readonly files: SessionFiles;
  history(query?: HistoryQuery): HistoryPage;
  /** Output from `cursor` on, at most `limit` events. */
  output(cursor: number, limit?: number): OutputPage;
  /** Watches the session; with `cursor`, output from there on is delivered first. Returns how to stop. */
  subscribe(listener: SessionListener, cursor?: number): () => void;
}

/** A session outside of any engine. */
export interface SessionSnapshot {
  /** Portable between hosts; holds a version and a digest. Code made what is in it: it is read in the sandbox alone. */
  readonly bytes: Uint8Array;
  /** What could not be carried, each by name: variables, threads, open files, and files of the workspace. */
  readonly lost_names: readonly string[];
}

export interface RestoredSession {
  readonly session: Session;
  /** What was not in the snapshot, and what could not be made again. */
  readonly lost_names: readonly string[];
}

/** One cell without a session to keep. */
export interface RunRequest extends SessionConfig {
  readonly code: string;
  /** What to go on from; a fresh interpreter when left out. */
  readonly snapshot?: Uint8Array | null;
  readonly execute?: Omit<ExecuteOptions, 'execution_id' | 'on_busy'>;
}

export interface RunReply {
  readonly result: ExecutionResult;
  /** The state after the cell; after an error or a time-out the one that was given, or null. */
  readonly snapshot: Uint8Array | null;
  readonly lost_names: readonly string[];
}

export interface Engine extends AsyncDisposable {
  /**
   * @throws ReplError InvalidRequest, InvalidSessionId, InvalidResourceLimits, UnsupportedLanguage,
   * SessionAlreadyExists, ConcurrentSessionLimit, SandboxUnavailable, ShuttingDown
   */
  createSession(config: SessionConfig): Promise<Session>;
  /**
   * A new session that goes on from a snapshot, in its language; everything else as `config` says.
   * @throws ReplError InvalidSnapshot, NotSupported, and what `createSession` throws
   */
  restoreSession(snapshot: Uint8Array, config?: Partial<SessionConfig>): Promise<RestoredSession>;
  /** Runs one cell in a session of its own. @throws what `restoreSession`, `execute` and `snapshot` throw */
  run(request: RunRequest): Promise<RunReply>;
  /** @throws ReplError InvalidSessionId, SessionNotFound, SessionTerminated, SessionTimeout */
  session(id: string): Session;
  /** Live sessions, oldest first. */
  sessions(): readonly Session[];
  /** The languages on offer, each tried in the sandbox. */
  runtimes(): Promise<RuntimeList>;
  /** Terminates every session and frees all; new requests get ShuttingDown. May be called twice. */
  close(): Promise<void>;
}

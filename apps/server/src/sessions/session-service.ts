import type { Engine, Session } from '@repltool/core';
import {
  ReplError,
  type CodePosition,
  type CompletionList,
  type ExecuteRequest,
  type ExecutionResult,
  type FileContent,
  type FileList,
  type FileQuery,
  type FileWrite,
  type HistoryPage,
  type HistoryQuery,
  type InputReply,
  type Inspection,
  type InterruptRequest,
  type OutputPage,
  type RuntimeList,
  type SessionConfig,
  type SessionInfo,
  type StateReport,
  type VariableList,
} from '@repltool/protocol';
import type { FastifyBaseLogger } from 'fastify';
import { createCellRuns } from './cell-runs.ts';
import { createJournals, type Journal } from './journal.ts';

/** What the API offers, whichever way it is asked for. Every method throws the `ReplError` the engine throws. */
export interface SessionService {
  runtimes(): Promise<RuntimeList>;
  create(config: SessionConfig): Promise<SessionInfo>;
  list(): readonly SessionInfo[];
  info(id: string): SessionInfo;
  /** What is terminated already stays so. */
  terminate(id: string): Promise<void>;
  /** A cell goes on when the client that asked for it has left; its result is kept for when it asks again. */
  execute(id: string, request: ExecuteRequest): Promise<ExecutionResult>;
  result(id: string, executionId: string): Promise<ExecutionResult>;
  interrupt(id: string, request: InterruptRequest): boolean;
  reply(id: string, reply: InputReply): void;
  complete(id: string, position: CodePosition): Promise<CompletionList>;
  inspect(id: string, position: CodePosition): Promise<Inspection>;
  variables(id: string): Promise<VariableList>;
  undo(id: string, count: number): Promise<StateReport>;
  reset(id: string): Promise<StateReport>;
  listFiles(id: string, query: FileQuery): FileList;
  readFile(id: string, path: string): FileContent;
  writeFile(id: string, path: string, file: FileWrite): void;
  removeFile(id: string, path: string): Promise<void>;
  history(id: string, query: HistoryQuery): HistoryPage;
  output(id: string, cursor: number, limit: number): OutputPage;
  /** The session itself and its journal, to watch it. */
  open(id: string): { readonly session: Session; readonly journal: Journal };
}

/** The session; undefined when it was terminated, whoever asked for that. */
function findUnlessTerminated(engine: Engine, id: string): Session | undefined {
  try {
    return engine.session(id);
  } catch (error) {
    if (ReplError.isInstance(error) && error.code === 'SessionTerminated') return undefined;
    throw error;
  }
}

/** Logs each operation by session and execution id; code, output and environment never reach the log. */
export function createSessionService(engine: Engine, log: FastifyBaseLogger): SessionService {
  const journalOf = createJournals();
  const runs = createCellRuns();

  const open = (id: string): { session: Session; journal: Journal } => {
    const session = engine.session(id);
    return { session, journal: journalOf(session) };
  };

  return {
    open,
    runtimes: () => engine.runtimes(),
    async create(config) {
      const session = await engine.createSession(config);
      journalOf(session);
      const info = session.info();
      const { session_id, language, sandbox_mode, isolation } = info;
      log.info({ session_id, language, sandbox_mode, isolation }, 'session created');
      return info;
    },
    list: () => engine.sessions().map((session) => session.info()),
    info: (id) => engine.session(id).info(),
    async terminate(id) {
      const session = findUnlessTerminated(engine, id);
      if (session === undefined) return;
      await session.terminate();
      log.info({ session_id: id }, 'session terminated');
    },
    async execute(id, request) {
      const { session, journal } = open(id);
      const result = await runs.run(session, journal, request);
      const { execution_id, status, execution_time_ms } = result;
      log.info({ session_id: id, execution_id, status, execution_time_ms }, 'cell ended');
      return result;
    },
    async result(id, executionId) {
      const { session, journal } = open(id);
      return runs.result(session, journal, executionId);
    },
    interrupt: (id, { execution_id }) => engine.session(id).interrupt(execution_id),
    reply: (id, reply) => engine.session(id).reply(reply),
    complete: (id, position) => engine.session(id).complete(position),
    inspect: (id, position) => engine.session(id).inspect(position),
    variables: (id) => engine.session(id).variables(),
    undo: (id, count) => engine.session(id).undo(count),
    reset: (id) => engine.session(id).reset(),
    listFiles: (id, query) => engine.session(id).files.list(query),
    readFile: (id, path) => engine.session(id).files.read(path),
    writeFile: (id, path, file) => engine.session(id).files.write(path, file),
    removeFile: async (id, path) => engine.session(id).files.remove(path),
    history: (id, query) => engine.session(id).history(query),
    output: (id, cursor, limit) => engine.session(id).output(cursor, limit),
  };
}

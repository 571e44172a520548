import {
  completionListSchema,
  executionResultSchema,
  historyPageSchema,
  inspectionSchema,
  interruptReplySchema,
  outputPageSchema,
  runtimeListSchema,
  sessionListSchema,
  sessionSchema,
  stateReportSchema,
  variableListSchema,
  type CodePosition,
  type CompletionList,
  type ExecuteRequest,
  type ExecutionResult,
  type HistoryPage,
  type HistoryQuery,
  type InputReply,
  type Inspection,
  type InterruptRequest,
  type OutputPage,
  type OutputQuery,
  type RuntimeList,
  type SessionConfig,
  type SessionInfo,
  type StateReport,
  type VariableList,
} from '@repltool/protocol';
import { z } from 'zod';
import { createHttp } from './http.ts';
import { createConnection, type LiveConnection } from './live/connection.ts';
import type { ClientOptions, RequestOptions } from './options.ts';

/**
 * The server's REST API, and the door to its live channel. Every method throws `ReplError` for what the server
 * refused, `TransportError` when it could not be asked, and the signal's reason when aborted.
 */
export interface Client {
  runtimes(options?: RequestOptions): Promise<RuntimeList>;
  createSession(config: SessionConfig, options?: RequestOptions): Promise<SessionInfo>;
  /** Live sessions, oldest first. */
  listSessions(options?: RequestOptions): Promise<readonly SessionInfo[]>;
  getSession(id: string, options?: RequestOptions): Promise<SessionInfo>;
  /** Ends the session, also in the middle of a cell. */
  terminateSession(id: string, options?: RequestOptions): Promise<void>;
  /**
   * Runs a cell and answers when it has ended. Aborting stops the waiting, not the cell: give an `execution_id` to
   * interrupt that cell, or to ask for its result later. Node's own fetch stops waiting after five minutes; cells that
   * may take that long, queue included, are better run over the live channel.
   */
  execute(id: string, request: ExecuteRequest, options?: RequestOptions): Promise<ExecutionResult>;
  /** The result of a recent cell; waits for one that is running or queued. */
  execution(id: string, executionId: string, options?: RequestOptions): Promise<ExecutionResult>;
  /** Whether there was a cell to stop. */
  interrupt(id: string, request?: InterruptRequest, options?: RequestOptions): Promise<boolean>;
  /** Answers a request for input; see `allow_stdin` of an execute request. */
  reply(id: string, reply: InputReply, options?: RequestOptions): Promise<void>;
  complete(id: string, position: CodePosition, options?: RequestOptions): Promise<CompletionList>;
  inspect(id: string, position: CodePosition, options?: RequestOptions): Promise<Inspection>;
  variables(id: string, options?: RequestOptions): Promise<VariableList>;
  /** Goes back to the state before the last `count` cells, 1 when left out. */
  undo(id: string, count?: number, options?: RequestOptions): Promise<StateReport>;
  /** Goes on with a fresh interpreter. */
  reset(id: string, options?: RequestOptions): Promise<StateReport>;
  history(id: string, query?: HistoryQuery, options?: RequestOptions): Promise<HistoryPage>;
  output(id: string, query?: OutputQuery, options?: RequestOptions): Promise<OutputPage>;
  /** Opens a live channel: streaming output, pushes, resumption after a lost connection. Each call opens its own. */
  connect(): LiveConnection;
}

export function createClient(options: ClientOptions): Client {
  const http = createHttp(options);
  const pathOf = (id: string): string => `/sessions/${encodeURIComponent(id)}`;

  return {
    runtimes: ({ signal } = {}) =>
      http({ method: 'GET', path: '/runtimes', reply: runtimeListSchema, signal }),

    createSession: (config, { signal } = {}) =>
      http({ method: 'POST', path: '/sessions', body: config, reply: sessionSchema, signal }),

    async listSessions({ signal } = {}) {
      const list = await http({
        method: 'GET',
        path: '/sessions',
        reply: sessionListSchema,
        signal,
      });
      return list.sessions;
    },

    getSession: (id, { signal } = {}) =>
      http({ method: 'GET', path: pathOf(id), reply: sessionSchema, signal }),

    async terminateSession(id, { signal } = {}) {
      await http({ method: 'DELETE', path: pathOf(id), reply: z.null(), signal });
    },

    execute: (id, request, { signal } = {}) =>
      http({
        method: 'POST',
        path: `${pathOf(id)}/execute`,
        body: request,
        reply: executionResultSchema,
        signal,
      }),

    execution: (id, executionId, { signal } = {}) =>
      http({
        method: 'GET',
        path: `${pathOf(id)}/executions/${encodeURIComponent(executionId)}`,
        reply: executionResultSchema,
        signal,
      }),

    async interrupt(id, request = {}, { signal } = {}) {
      const reply = await http({
        method: 'POST',
        path: `${pathOf(id)}/interrupt`,
        body: request,
        reply: interruptReplySchema,
        signal,
      });
      return reply.interrupted;
    },

    async reply(id, reply, { signal } = {}) {
      const path = `${pathOf(id)}/stdin`;
      await http({ method: 'POST', path, body: reply, reply: z.null(), signal });
    },

    complete: (id, position, { signal } = {}) =>
      http({
        method: 'POST',
        path: `${pathOf(id)}/complete`,
        body: position,
        reply: completionListSchema,
        signal,
      }),

    inspect: (id, position, { signal } = {}) =>
      http({
        method: 'POST',
        path: `${pathOf(id)}/inspect`,
        body: position,
        reply: inspectionSchema,
        signal,
      }),

    variables: (id, { signal } = {}) =>
      http({ method: 'GET', path: `${pathOf(id)}/variables`, reply: variableListSchema, signal }),

    undo: (id, count = 1, { signal } = {}) =>
      http({
        method: 'POST',
        path: `${pathOf(id)}/undo`,
        body: { count },
        reply: stateReportSchema,
        signal,
      }),

    reset: (id, { signal } = {}) =>
      http({ method: 'POST', path: `${pathOf(id)}/reset`, reply: stateReportSchema, signal }),

    history: (id, { limit, offset, order } = {}, { signal } = {}) =>
      http({
        method: 'GET',
        path: `${pathOf(id)}/history`,
        query: { limit, offset, order },
        reply: historyPageSchema,
        signal,
      }),

    output: (id, { cursor, limit } = {}, { signal } = {}) =>
      http({
        method: 'GET',
        path: `${pathOf(id)}/output`,
        query: { cursor, limit },
        reply: outputPageSchema,
        signal,
      }),

    connect: () => createConnection(options),
  };
}

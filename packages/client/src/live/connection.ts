import {
  SOCKET_EVENTS,
  fromProblem,
  problemSchema,
  type ReplError,
  type SessionConfig,
} from '@repltool/protocol';
import type { z } from 'zod';
import type { ClientOptions, RequestOptions } from '../options.ts';
import { TransportError } from '../transport-error.ts';
import { createLink } from './link.ts';
import { createLiveSession, type LiveSession } from './session.ts';
import { openSocket } from './socket.ts';
import { createSessionStream, type SessionStream } from './stream.ts';

/** `reconnecting`: there is no connection, and it is tried again until there is one. `closed` is final. */
export type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting' | 'closed';

/** A live channel to the server. Requests made while it is down are sent when it is back. */
export interface LiveConnection {
  readonly status: ConnectionStatus;
  /** Why the connection was closed for good, when it was the server's doing. */
  readonly error: ReplError | TransportError | null;
  /** Called at each change; returns how to stop. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
  createSession(config: SessionConfig, options?: RequestOptions): Promise<LiveSession>;
  /** The session with this id, the same object each time. It need not exist: using it tells. */
  session(id: string): LiveSession;
  /** Ends the channel, not the sessions. Whoever waits gets a TransportError. May be called twice. */
  close(): void;
}

function refusal(error: Error): ReplError | TransportError {
  const problem = problemSchema.safeParse('data' in error ? error.data : undefined);
  return problem.success
    ? fromProblem(problem.data)
    : new TransportError('unreachable', 'The server refused the connection.', { cause: error });
}

export function createConnection(options: ClientOptions): LiveConnection {
  const socket = openSocket(options);
  const ended = new AbortController();
  const link = createLink(socket, ended.signal);
  const sessions = new Map<string, { session: LiveSession; stream: SessionStream }>();
  const statusListeners = new Set<(status: ConnectionStatus) => void>();
  let status: ConnectionStatus = 'connecting';
  let error: ReplError | TransportError | null = null;

  const setStatus = (next: ConnectionStatus): void => {
    if (status === next || status === 'closed') return;
    status = next;
    for (const listener of [...statusListeners]) listener(next);
  };

  const end = (reason: ReplError | TransportError): void => {
    if (status === 'closed') return;
    ended.abort(reason);
    setStatus('closed');
    for (const { stream } of sessions.values()) stream.end(reason);
    sessions.clear();
    socket.disconnect();
  };

  const fail = (reason: ReplError | TransportError): void => {
    if (status === 'closed') return;
    error = reason;
    end(reason);
  };

  const entry = (id: string): { session: LiveSession; stream: SessionStream } => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const stream = createSessionStream(link, id);
    const made = { stream, session: createLiveSession(link, stream, id) };
    sessions.set(id, made);
    return made;
  };

  /** A push the client cannot read means that it would show something untrue from then on: the channel ends. */
  const onPush =
    <Schema extends z.ZodType<{ session_id: string }>>(
      schema: Schema,
      deliver: (stream: SessionStream, event: z.output<Schema>) => void,
    ) =>
    (payload: unknown): void => {
      const event = schema.safeParse(payload);
      if (!event.success) {
        fail(
          new TransportError('unintelligible', 'The server pushed what this client cannot read.', {
            cause: event.error,
          }),
        );
        return;
      }
      const stream = sessions.get(event.data.session_id)?.stream;
      if (stream !== undefined) deliver(stream, event.data);
    };
  socket.on(
    'output',
    onPush(SOCKET_EVENTS.output, (stream, event) => stream.output(event)),
  );
  socket.on(
    'execution-started',
    onPush(SOCKET_EVENTS['execution-started'], (stream, event) => stream.executionStarted(event)),
  );
  socket.on(
    'execution-finished',
    onPush(SOCKET_EVENTS['execution-finished'], (stream, event) => stream.executionFinished(event)),
  );
  socket.on(
    'session-updated',
    onPush(SOCKET_EVENTS['session-updated'], (stream, event) => stream.updated(event)),
  );
  socket.on(
    'display',
    onPush(SOCKET_EVENTS.display, (stream, event) => stream.display(event)),
  );
  socket.on(
    'input-request',
    onPush(SOCKET_EVENTS['input-request'], (stream, event) => stream.inputRequest(event)),
  );

  socket.on('connect', () => setStatus('connected'));
  socket.on('connect_error', (cause) => {
    if (socket.active) setStatus('reconnecting');
    else fail(refusal(cause));
  });
  socket.on('disconnect', (reason) => {
    if (!socket.active) {
      fail(new TransportError('unreachable', `The server ended the connection (${reason}).`));
      return;
    }
    setStatus('reconnecting');
    for (const { stream } of sessions.values()) stream.resume();
  });

  return {
    get status() {
      return status;
    },
    get error() {
      return error;
    },
    onStatus(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
    async createSession(config, requestOptions) {
      const info = await link.request('session-create', config, requestOptions);
      return entry(info.session_id).session;
    },
    session: (id) => entry(id).session,
    close: () => end(new TransportError('closed', 'The connection was closed.')),
  };
}

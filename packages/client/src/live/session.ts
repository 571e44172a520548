import type {
  CodePosition,
  CompletionList,
  ExecutionResult,
  InputReply,
  Inspection,
  OutputEvent,
  SessionInfo,
  VariableList,
} from '@repltool/protocol';
import type { RequestOptions } from '../options.ts';
import { executeCell } from './execute.ts';
import type { Link } from './link.ts';
import type { LiveListener } from './listener.ts';
import type { SessionStream } from './stream.ts';

export interface LiveExecuteOptions extends RequestOptions {
  /** Wall-clock deadline; the session's `max_cpu_time` in seconds when left out. */
  readonly timeout_ms?: number | undefined;
  /** What to do while another cell runs: wait in order (default), or throw SessionBusy. */
  readonly on_busy?: 'queue' | 'refuse' | undefined;
  /** Chosen by the caller to recognise the cell's events; random when left out. */
  readonly execution_id?: string | undefined;
  /** Whether the cell waits for `reply()` when it asks for input; by default, whether a listener has `inputRequest`. */
  readonly allow_stdin?: boolean | undefined;
  /** Called for each piece of this cell's output, in order, as it comes; all of it before the promise resolves. */
  readonly onOutput?: ((event: OutputEvent) => void) | undefined;
}

/** A session seen over the live channel. */
export interface LiveSession {
  readonly id: string;
  info(options?: RequestOptions): Promise<SessionInfo>;
  /**
   * Runs a cell. Code that fails is a result with `success: false`. A lost connection does not lose the cell: its
   * result comes when the connection is back. Aborting stops that cell alone.
   */
  execute(code: string, options?: LiveExecuteOptions): Promise<ExecutionResult>;
  /** Stops the running cell and keeps the state where it can; false when none is running. */
  interrupt(options?: RequestOptions): Promise<boolean>;
  /** Answers a request for input of the running cell. */
  reply(reply: InputReply, options?: RequestOptions): Promise<void>;
  complete(position: CodePosition, options?: RequestOptions): Promise<CompletionList>;
  inspect(position: CodePosition, options?: RequestOptions): Promise<Inspection>;
  variables(options?: RequestOptions): Promise<VariableList>;
  terminate(options?: RequestOptions): Promise<void>;
  /**
   * Watches the session. The first to watch decides by `cursor` where the stream starts (now, when left out; 0 for all
   * that is kept); who joins later gets what comes from then on. Resolves to how to stop.
   */
  subscribe(listener: LiveListener, options?: { readonly cursor?: number }): Promise<() => void>;
}

export function createLiveSession(link: Link, stream: SessionStream, id: string): LiveSession {
  return {
    id,
    info: (options) => link.request('session-get', { session_id: id }, options),
    execute: (code, options = {}) => executeCell({ link, stream, sessionId: id, code, options }),
    async interrupt(options) {
      const reply = await link.request('cell-interrupt', { session_id: id }, options);
      return reply.interrupted;
    },
    async reply(reply, options) {
      await link.request('input-reply', { session_id: id, ...reply }, options);
    },
    complete: (position, options) =>
      link.request('code-complete', { session_id: id, ...position }, options),
    inspect: (position, options) =>
      link.request('code-inspect', { session_id: id, ...position }, options),
    variables: (options) => link.request('variables-list', { session_id: id }, options),
    async terminate(options) {
      await link.request('session-terminate', { session_id: id }, options);
    },
    subscribe: (listener, { cursor } = {}) => stream.listen(listener, cursor),
  };
}

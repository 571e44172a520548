import {
  ReplError,
  type DisplayEvent,
  type ExecutionResult,
  type ExecutionStarted,
  type InputRequest,
  type OutputEvent,
  type SessionInfo,
} from '@repltool/protocol';
import { TransportError } from '../transport-error.ts';
import type { Link } from './link.ts';
import type { LiveListener } from './listener.ts';
import { createPosition } from './position.ts';

/** The pushes of one session, kept going from the last cursor for as long as somebody listens. */
export interface SessionStream {
  /**
   * Resolves when pushes flow to `listener`. The first listener decides by `cursor` where the stream starts (now, when
   * left out); one that joins later gets what comes from then on.
   */
  listen(listener: LiveListener, cursor?: number): Promise<() => void>;
  /** Resolves once all output before `cursor` has been passed on. */
  reached(cursor: number): Promise<void>;
  /** Whether a listener sees to requests for input. */
  readonly answersInput: boolean;
  /** What the server pushed. */
  output(event: OutputEvent): void;
  executionStarted(event: ExecutionStarted): void;
  executionFinished(result: ExecutionResult): void;
  updated(info: SessionInfo): void;
  display(event: DisplayEvent): void;
  inputRequest(request: InputRequest): void;
  /** The connection broke: joins again, from the cursor, as soon as it is back. */
  resume(): void;
  end(error: ReplError | TransportError): void;
}

export function createSessionStream(link: Link, sessionId: string): SessionStream {
  const listeners = new Set<LiveListener>();
  const position = createPosition();
  /** Cells whose start or end was told at the cursor, where a resumed subscription tells them again. */
  const toldAtCursor = new Set<string>();
  let joining: Promise<void> | undefined;
  let leaving: Promise<void> | undefined;
  let joined = false;

  const tell = (event: (listener: LiveListener) => void): void => {
    for (const listener of [...listeners]) event(listener);
  };

  const tellOnce = (key: string, event: (listener: LiveListener) => void): void => {
    if (toldAtCursor.has(key)) return;
    toldAtCursor.add(key);
    tell(event);
  };

  const subscribe = async (): Promise<void> => {
    const reply = await link.requestAgain('session-subscribe', () => ({
      session_id: sessionId,
      ...(position.cursor === undefined ? {} : { cursor: position.cursor }),
    }));
    joined = true;
    if (listeners.size === 0) leave();
    else if (position.cursor === undefined) position.moveTo(reply.cursor);
  };

  const join = (): Promise<void> => {
    joining ??= subscribe().finally(() => {
      joining = undefined;
    });
    return joining;
  };

  const leave = (): void => {
    if (!joined) return;
    joined = false;
    leaving = link
      .request('session-unsubscribe', { session_id: sessionId })
      .then(
        () => undefined,
        // A lost connection or an ended session has ended the subscription as well.
        () => undefined,
      )
      .finally(() => {
        leaving = undefined;
      });
  };

  const end = (error: ReplError | TransportError): void => {
    joined = false;
    position.fail(error);
    const isOwnDoing = TransportError.isInstance(error) && error.failure === 'closed';
    if (!isOwnDoing) tell((listener) => listener.lost?.(error));
    listeners.clear();
  };

  return {
    async listen(listener, cursor) {
      // What is still under way for the listeners before must not reach this one.
      while (leaving !== undefined) await leaving;
      if (listeners.size === 0) {
        position.moveTo(cursor);
        toldAtCursor.clear();
      }
      listeners.add(listener);
      const stop = (): void => {
        if (listeners.delete(listener) && listeners.size === 0) leave();
      };
      try {
        if (!joined) await join();
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
    reached: (cursor) => position.reached(cursor),
    get answersInput() {
      return [...listeners].some((listener) => listener.inputRequest !== undefined);
    },
    output(event) {
      const from = position.cursor ?? event.seq;
      if (event.seq < from) return;
      toldAtCursor.clear();
      if (event.seq > from) tell((listener) => listener.gap?.({ from, to: event.seq }));
      tell((listener) => listener.output?.(event));
      position.moveTo(event.seq + 1);
    },
    executionStarted(event) {
      tellOnce(`started ${event.execution_id}`, (listener) => listener.executionStarted?.(event));
    },
    executionFinished(result) {
      tellOnce(`finished ${result.execution_id}`, (listener) =>
        listener.executionFinished?.(result),
      );
    },
    display(event) {
      tell((listener) => listener.display?.(event));
    },
    inputRequest(request) {
      tellOnce(`input ${request.request_id}`, (listener) => listener.inputRequest?.(request));
    },
    updated(info) {
      tell((listener) => listener.updated?.(info));
    },
    resume() {
      joined = false;
      if (listeners.size === 0 || joining !== undefined) return;
      join().catch((error: unknown) => {
        if (ReplError.isInstance(error) || TransportError.isInstance(error)) end(error);
        else throw error;
      });
    },
    end,
  };
}

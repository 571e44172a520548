import type {
  DisplayEvent,
  ExecutionResult,
  ExecutionStarted,
  InputRequest,
  OutputEvent,
  SessionInfo,
} from '@repltool/protocol';
import type { SessionListener } from './api.ts';
import type { OutputLog } from './output/log.ts';

const REPLAY_PAGE = 1000;

/** Those who watch a session. One that throws is let go, so that it cannot disturb the others or the cell. */
export interface SessionListeners {
  add(listener: SessionListener, cursor?: number): () => void;
  executionStarted(event: ExecutionStarted): void;
  executionFinished(result: ExecutionResult): void;
  updated(info: SessionInfo): void;
  readonly display: (event: DisplayEvent) => void;
  /** False when nobody takes it on. */
  readonly inputRequest: (request: InputRequest) => boolean;
}

export function createSessionListeners(log: OutputLog): SessionListeners {
  const listeners = new Set<SessionListener>();

  const tell = (listener: SessionListener, what: (listener: SessionListener) => void): void => {
    try {
      what(listener);
    } catch {
      listeners.delete(listener);
    }
  };
  const tellAll = (what: (listener: SessionListener) => void): void => {
    for (const listener of listeners) tell(listener, what);
  };
  log.subscribe((event: OutputEvent) => tellAll((listener) => listener.output?.(event)));

  return {
    add(listener, cursor) {
      for (let next = cursor; next !== undefined && next < log.cursor;) {
        const page = log.read(next, REPLAY_PAGE);
        for (const event of page.events) tell(listener, () => listener.output?.(event));
        next = page.next_cursor;
      }
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    executionStarted: (event) => tellAll((listener) => listener.executionStarted?.(event)),
    executionFinished: (result) => tellAll((listener) => listener.executionFinished?.(result)),
    updated: (info) => tellAll((listener) => listener.updated?.(info)),
    display: (event) => tellAll((listener) => listener.display?.(event)),
    inputRequest(request) {
      let taken = false;
      tellAll((listener) => {
        if (listener.inputRequest?.(request) === true) taken = true;
      });
      return taken;
    },
  };
}

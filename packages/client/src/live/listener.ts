import type {
  DisplayEvent,
  ExecutionResult,
  ExecutionStarted,
  InputRequest,
  OutputEvent,
  ReplError,
  SessionInfo,
} from '@repltool/protocol';
import type { TransportError } from '../transport-error.ts';

/** What a session tells those who watch it, in the order it happened; each thing once, also over lost connections. */
export interface LiveListener {
  output?(event: OutputEvent): void;
  executionStarted?(event: ExecutionStarted): void;
  /** Comes after all output of the cell but late output. */
  executionFinished?(result: ExecutionResult): void;
  /** The session's status, activity or runtime changed. */
  updated?(info: SessionInfo): void;
  /** Something was shown, changed or cleared. */
  display?(event: DisplayEvent): void;
  /** The running cell waits for `session.reply()`. Cells run over this connection wait when a listener has this method. */
  inputRequest?(request: InputRequest): void;
  /** Output numbered `from` up to, not including, `to` left the server's log before it could be delivered. */
  gap?(range: { readonly from: number; readonly to: number }): void;
  /** The session cannot be watched any more: it ended while the connection was down, or the server refuses the connection. */
  lost?(error: ReplError | TransportError): void;
}

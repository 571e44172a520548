import { ReplError, type ErrorCode } from '@repltool/protocol';

/** How a session ended, as the error that later requests get. */
export type EndReason = Extract<ErrorCode, 'SessionTerminated' | 'SessionTimeout'>;

export function endedError(id: string, reason: EndReason): ReplError {
  const how = reason === 'SessionTimeout' ? 'expired after its idle timeout' : 'was terminated';
  return new ReplError(reason, `Session ${id} ${how}.`);
}

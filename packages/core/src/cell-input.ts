import { ReplError, type InputReply, type InputRequest } from '@repltool/protocol';
import type { InputRequestFrame } from './driver/frames.ts';
import { randomId } from './ids.ts';

/** Requests of a cell that may wait at once: a program asks one thing at a time, in each of its threads. */
const MAX_PENDING = 100;

/** Gives the line asked for, or null when there is none. */
export type AnswerInput = (request: InputRequest) => string | null | Promise<string | null>;

export interface InputPolicy {
  readonly executionId: string;
  /** See `allow_stdin` of an execute request. */
  readonly allowStdin: boolean | undefined;
  /** Answers this cell's requests in place of the listeners. */
  readonly onInput: AnswerInput | undefined;
}

/** Passes what the running cell asks on to whoever answers, and the answers back. */
export interface CellInput {
  /** User code asks. @param answer to be called once: a line without its break, or null at the end of input */
  readonly requested: (frame: InputRequestFrame, answer: (text: string | null) => void) => void;
  startCell(policy: InputPolicy): void;
  /** What was not answered is withdrawn. */
  endCell(): void;
  /** @throws ReplError InputNotAwaited */
  reply(reply: InputReply): void;
}

/** @param announce tells those who listen; false when none of them takes the request on */
export function createCellInput(
  sessionId: string,
  announce: (request: InputRequest) => boolean,
): CellInput {
  let policy: InputPolicy | undefined;
  const pending = new Map<string, (text: string | null) => void>();

  const settle = (requestId: string, text: string | null): void => {
    const answer = pending.get(requestId);
    pending.delete(requestId);
    answer?.(text);
  };

  const askSdk = async (onInput: AnswerInput, request: InputRequest): Promise<void> => {
    const text = await Promise.resolve(request)
      .then(onInput)
      .catch(() => null);
    settle(request.request_id, text);
  };

  return {
    requested({ prompt, password }, answer) {
      if (policy === undefined || policy.allowStdin === false || pending.size >= MAX_PENDING) {
        return answer(null);
      }
      const { executionId, onInput, allowStdin } = policy;
      const requestId = randomId();
      const request = {
        session_id: sessionId,
        execution_id: executionId,
        request_id: requestId,
        prompt,
        password,
      };
      pending.set(requestId, answer);
      if (onInput !== undefined) return void askSdk(onInput, request);
      if (!announce(request) && allowStdin !== true) settle(requestId, null);
    },
    startCell(next) {
      policy = next;
    },
    endCell() {
      policy = undefined;
      pending.clear();
    },
    reply({ request_id, text }) {
      if (!pending.has(request_id)) {
        throw new ReplError(
          'InputNotAwaited',
          `request_id: no cell waits for input under ${request_id}.`,
        );
      }
      settle(request_id, text);
    },
  };
}

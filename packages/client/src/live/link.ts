import {
  SOCKET_REQUESTS,
  ackSchema,
  fromProblem,
  type SocketReply,
  type SocketRequest,
  type SocketRequestName,
} from '@repltool/protocol';
import type { z } from 'zod';
import type { RequestOptions } from '../options.ts';
import { readReply } from '../read-reply.ts';
import { TransportError } from '../transport-error.ts';
import { untilAborted } from '../until-aborted.ts';
import type { LiveSocket } from './socket.ts';

/** Requests and their answers over one socket; while it is down they wait for the connection to come back. */
export interface Link {
  /**
   * @throws ReplError for what the server refused; TransportError `lost` when the connection broke before the answer,
   * `closed` once this side closed it; the signal's reason when aborted.
   */
  request<Name extends SocketRequestName>(
    name: Name,
    payload: SocketRequest<Name>,
    options?: RequestOptions,
  ): Promise<SocketReply<Name>>;
  /** The same, sent again after each lost connection: for requests that may be served twice without harm. */
  requestAgain<Name extends SocketRequestName>(
    name: Name,
    payload: () => SocketRequest<Name>,
    options?: RequestOptions,
  ): Promise<SocketReply<Name>>;
}

const isLost = (error: unknown): boolean =>
  TransportError.isInstance(error) && error.failure === 'lost';

/** `ended` aborts, with the reason, when the socket will not connect again. */
export function createLink(socket: LiveSocket, ended: AbortSignal): Link {
  const send = (name: SocketRequestName, payload: unknown): Promise<unknown> =>
    socket.emitWithAck(name, payload).catch((cause: unknown) => {
      throw new TransportError('lost', 'The connection broke before the answer came.', { cause });
    });

  const request = async <Name extends SocketRequestName>(
    name: Name,
    payload: SocketRequest<Name>,
    { signal }: RequestOptions = {},
  ): Promise<SocketReply<Name>> => {
    signal?.throwIfAborted();
    ended.throwIfAborted();
    const ack = readReply(ackSchema, await untilAborted(send(name, payload), [signal, ended]));
    if (!ack.ok) throw fromProblem(ack.problem);
    const { reply }: { reply: z.ZodType } = SOCKET_REQUESTS[name];
    return readReply(reply, ack.data) as SocketReply<Name>;
  };

  return {
    request,
    async requestAgain(name, payload, options) {
      for (;;) {
        try {
          return await request(name, payload(), options);
        } catch (error) {
          if (!isLost(error)) throw error;
        }
      }
    },
  };
}

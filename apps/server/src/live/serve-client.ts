import { randomUUID } from 'node:crypto';
import {
  ReplError,
  SOCKET_REQUESTS,
  executionResultSchema,
  parse,
  toProblem,
  type Ack,
  type SocketRequestName,
} from '@repltool/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import { asKnownError } from '../http/problems.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { createHandlers, type Handlers, type ParsedRequest } from './handlers.ts';
import { createOutlet } from './outlet.ts';
import { createSubscriptions } from './subscriptions.ts';

const ANSWER_CHARS = 1000;

/** Requests of one client that may wait for their answers at once. */
const MAX_PENDING = 256;

const isRequestName = (name: unknown): name is SocketRequestName =>
  typeof name === 'string' && Object.hasOwn(SOCKET_REQUESTS, name);

const isAcknowledge = (value: unknown): value is (ack: Ack) => void => typeof value === 'function';

async function serve<Name extends SocketRequestName>(
  handlers: Handlers,
  name: Name,
  payload: unknown,
): Promise<unknown> {
  const { request: schema }: { request: z.ZodType } = SOCKET_REQUESTS[name];
  return handlers[name](parse(schema, payload) as ParsedRequest<Name>);
}

const longMembers = executionResultSchema.pick({ output: true, error: true });

/** Length of an answer on the wire, as far as it matters: only results can be long. */
function answerChars(ack: Ack): number {
  const long = longMembers.safeParse(ack.ok ? ack.data : null);
  return ANSWER_CHARS + (long.success ? long.data.output.length + long.data.error.length : 0);
}

/** Answers the requests of one client, whatever it sends, until it leaves. Its cells go on without it. */
export function serveClient(socket: Socket, service: SessionService, log: FastifyBaseLogger): void {
  const outlet = createOutlet(socket);
  const subscriptions = createSubscriptions(service, outlet);
  const handlers = createHandlers(service, subscriptions);
  let pending = 0;

  const answer = async (name: unknown, payload: unknown): Promise<Ack> => {
    const requestId = randomUUID();
    try {
      if (!isRequestName(name)) throw new ReplError('NotFound', 'There is no such request.');
      if (pending >= MAX_PENDING) {
        throw new ReplError('RateLimited', `${MAX_PENDING} requests are waiting already.`);
      }
      pending += 1;
      try {
        return { ok: true, data: await serve(handlers, name, payload) };
      } finally {
        pending -= 1;
      }
    } catch (error) {
      const problem = toProblem(asKnownError(error), requestId);
      if (problem.status >= 500) log.error({ err: error, request_id: requestId }, 'request failed');
      return { ok: false, problem };
    }
  };

  const respond = async (name: unknown, args: readonly unknown[]): Promise<void> => {
    const acknowledge = args.at(-1);
    const ack = await answer(name, args[0]);
    if (!isAcknowledge(acknowledge) || !socket.connected) return;
    outlet.count(answerChars(ack));
    acknowledge(ack);
  };

  socket.onAny((name: unknown, ...args: unknown[]) => void respond(name, args));
  socket.on('disconnect', () => subscriptions[Symbol.dispose]());
}

import { z } from 'zod';
import {
  codePositionSchema,
  completionListSchema,
  inspectionSchema,
  variableListSchema,
} from './assistance.ts';
import { displayEventSchema } from './display.ts';
import {
  executeRequestSchema,
  executionResultSchema,
  interruptReplySchema,
  interruptRequestSchema,
} from './execution.ts';
import { inputReplySchema, inputRequestSchema } from './input.ts';
import { outputEventSchema } from './output.ts';
import { problemSchema } from './problem.ts';
import { sessionConfigSchema, sessionIdSchema, sessionSchema } from './session.ts';

const sessionRef = z.strictObject({ session_id: sessionIdSchema });

/** Requests a client sends over the socket; each is acknowledged with `{ ok: true, data }` or `{ ok: false, problem }`. */
export const SOCKET_REQUESTS = {
  'session-create': { request: sessionConfigSchema, reply: sessionSchema },
  'session-get': { request: sessionRef, reply: sessionSchema },
  'session-terminate': { request: sessionRef, reply: z.null() },
  /**
   * Joins the session's pushes. What came from `cursor` on is sent first, so that nothing is missed; without a
   * cursor the pushes begin now. A cell that started or finished exactly at `cursor` is told again.
   */
  'session-subscribe': {
    request: sessionRef.extend({ cursor: z.int().min(0).optional() }),
    reply: sessionSchema.extend({
      /** Where the pushes begin: the cursor to come back with if the connection is lost before the first of them. */
      cursor: z.int(),
    }),
  },
  'session-unsubscribe': { request: sessionRef, reply: z.null() },
  'cell-execute': {
    request: sessionRef.extend(executeRequestSchema.shape),
    reply: executionResultSchema,
  },
  'cell-interrupt': {
    request: sessionRef.extend(interruptRequestSchema.shape),
    reply: interruptReplySchema,
  },
  'input-reply': { request: sessionRef.extend(inputReplySchema.shape), reply: z.null() },
  'code-complete': {
    request: sessionRef.extend(codePositionSchema.shape),
    reply: completionListSchema,
  },
  'code-inspect': { request: sessionRef.extend(codePositionSchema.shape), reply: inspectionSchema },
  'variables-list': { request: sessionRef, reply: variableListSchema },
} as const;
export type SocketRequestName = keyof typeof SOCKET_REQUESTS;
export type SocketRequest<Name extends SocketRequestName> = z.input<
  (typeof SOCKET_REQUESTS)[Name]['request']
>;
export type SocketReply<Name extends SocketRequestName> = z.output<
  (typeof SOCKET_REQUESTS)[Name]['reply']
>;

export const executionStartedSchema = z.object({
  session_id: z.string(),
  execution_id: z.string(),
  code: z.string(),
  timestamp: z.iso.datetime(),
});
export type ExecutionStarted = z.infer<typeof executionStartedSchema>;

/** What the server pushes to the subscribers of a session. */
export const SOCKET_EVENTS = {
  output: outputEventSchema,
  'execution-started': executionStartedSchema,
  'execution-finished': executionResultSchema,
  'session-updated': sessionSchema,
  display: displayEventSchema,
  'input-request': inputRequestSchema,
} as const;
export type SocketEventName = keyof typeof SOCKET_EVENTS;
export type SocketEvent<Name extends SocketEventName> = z.output<(typeof SOCKET_EVENTS)[Name]>;

/** The acknowledgement of every socket request. */
export const ackSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), problem: problemSchema }),
]);
export type Ack = z.infer<typeof ackSchema>;

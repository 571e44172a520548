import {
  codePositionSchema,
  completionListSchema,
  executeRequestSchema,
  executionIdSchema,
  executionResultSchema,
  historyPageSchema,
  historyQuerySchema,
  inputReplySchema,
  inspectionSchema,
  interruptReplySchema,
  interruptRequestSchema,
  outputPageSchema,
  outputQuerySchema,
  sessionConfigSchema,
  sessionIdSchema,
  sessionListSchema,
  sessionSchema,
  stateReportSchema,
  undoRequestSchema,
  variableListSchema,
} from '@repltool/protocol';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { SessionService } from '../../sessions/session-service.ts';

const sessionParams = z.strictObject({ session_id: sessionIdSchema });
const executionParams = sessionParams.extend({ execution_id: executionIdSchema });

export const sessionRoutes: FastifyPluginCallbackZod<{ service: SessionService }> = (
  app,
  { service },
  done,
) => {
  app.post(
    '/sessions',
    { schema: { body: sessionConfigSchema, response: { 201: sessionSchema } } },
    async ({ body }, reply) => {
      const info = await service.create(body);
      return reply.code(201).header('location', `/api/v1/sessions/${info.session_id}`).send(info);
    },
  );

  app.get('/sessions', { schema: { response: { 200: sessionListSchema } } }, () => ({
    sessions: [...service.list()],
  }));

  app.get(
    '/sessions/:session_id',
    { schema: { params: sessionParams, response: { 200: sessionSchema } } },
    ({ params }) => service.info(params.session_id),
  );

  app.delete(
    '/sessions/:session_id',
    { schema: { params: sessionParams, response: { 204: z.null() } } },
    async ({ params }, reply) => {
      await service.terminate(params.session_id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/sessions/:session_id/execute',
    {
      schema: {
        params: sessionParams,
        body: executeRequestSchema,
        response: { 200: executionResultSchema },
      },
    },
    ({ params, body }) => service.execute(params.session_id, body),
  );

  app.get(
    '/sessions/:session_id/executions/:execution_id',
    { schema: { params: executionParams, response: { 200: executionResultSchema } } },
    ({ params }) => service.result(params.session_id, params.execution_id),
  );

  app.post(
    '/sessions/:session_id/interrupt',
    {
      schema: {
        params: sessionParams,
        body: interruptRequestSchema.nullish(),
        response: { 200: interruptReplySchema },
      },
    },
    ({ params, body }) => ({ interrupted: service.interrupt(params.session_id, body ?? {}) }),
  );

  app.post(
    '/sessions/:session_id/stdin',
    { schema: { params: sessionParams, body: inputReplySchema, response: { 204: z.null() } } },
    async ({ params, body }, reply) => {
      service.reply(params.session_id, body);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/sessions/:session_id/complete',
    {
      schema: {
        params: sessionParams,
        body: codePositionSchema,
        response: { 200: completionListSchema },
      },
    },
    ({ params, body }) => service.complete(params.session_id, body),
  );

  app.post(
    '/sessions/:session_id/inspect',
    {
      schema: {
        params: sessionParams,
        body: codePositionSchema,
        response: { 200: inspectionSchema },
      },
    },
    ({ params, body }) => service.inspect(params.session_id, body),
  );

  app.get(
    '/sessions/:session_id/variables',
    { schema: { params: sessionParams, response: { 200: variableListSchema } } },
    ({ params }) => service.variables(params.session_id),
  );

  app.post(
    '/sessions/:session_id/undo',
    {
      schema: {
        params: sessionParams,
        body: undoRequestSchema.nullish(),
        response: { 200: stateReportSchema },
      },
    },
    ({ params, body }) => service.undo(params.session_id, body?.count ?? 1),
  );

  app.post(
    '/sessions/:session_id/reset',
    { schema: { params: sessionParams, response: { 200: stateReportSchema } } },
    ({ params }) => service.reset(params.session_id),
  );

  app.get(
    '/sessions/:session_id/history',
    {
      schema: {
        params: sessionParams,
        querystring: historyQuerySchema,
        response: { 200: historyPageSchema },
      },
    },
    ({ params, query }) => service.history(params.session_id, query),
  );

  app.get(
    '/sessions/:session_id/output',
    {
      schema: {
        params: sessionParams,
        querystring: outputQuerySchema,
        response: { 200: outputPageSchema },
      },
    },
    ({ params, query }) => service.output(params.session_id, query.cursor, query.limit),
  );

  done();
};

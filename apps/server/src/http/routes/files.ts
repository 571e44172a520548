import {
  fileContentSchema,
  fileListSchema,
  filePathSchema,
  fileQuerySchema,
  fileWriteSchema,
  sessionIdSchema,
} from '@repltool/protocol';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { SessionService } from '../../sessions/session-service.ts';

const sessionParams = z.strictObject({ session_id: sessionIdSchema });
/** Fastify calls what the asterisk stands for by its name. */
const fileParams = sessionParams.extend({ '*': filePathSchema });

export const fileRoutes: FastifyPluginCallbackZod<{ service: SessionService }> = (
  app,
  { service },
  done,
) => {
  app.get(
    '/sessions/:session_id/files',
    {
      schema: {
        params: sessionParams,
        querystring: fileQuerySchema,
        response: { 200: fileListSchema },
      },
    },
    ({ params, query }) => service.listFiles(params.session_id, query),
  );

  app.get(
    '/sessions/:session_id/files/*',
    { schema: { params: fileParams, response: { 200: fileContentSchema } } },
    ({ params }) => service.readFile(params.session_id, params['*']),
  );

  app.put(
    '/sessions/:session_id/files/*',
    { schema: { params: fileParams, body: fileWriteSchema, response: { 204: z.null() } } },
    async ({ params, body }, reply) => {
      service.writeFile(params.session_id, params['*'], body);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/sessions/:session_id/files/*',
    { schema: { params: fileParams, response: { 204: z.null() } } },
    async ({ params }, reply) => {
      await service.removeFile(params.session_id, params['*']);
      return reply.code(204).send(null);
    },
  );

  done();
};

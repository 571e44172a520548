import { runtimeListSchema } from '@repltool/protocol';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { SessionService } from '../../sessions/session-service.ts';

export const runtimeRoutes: FastifyPluginCallbackZod<{ service: SessionService }> = (
  app,
  { service },
  done,
) => {
  app.get('/runtimes', { schema: { response: { 200: runtimeListSchema } } }, () =>
    service.runtimes(),
  );
  done();
};

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ReplError, parse } from '@repltool/protocol';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { bearerToken } from '../access/token.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { BODY_LIMIT_BYTES, registerJsonBody } from './json-body.ts';
import { registerPlayground } from './playground.ts';
import { answerError, registerProblems } from './problems.ts';
import { registerRequestLog } from './request-log.ts';
import { registerHealth } from './routes/health.ts';
import { runtimeRoutes } from './routes/runtimes.ts';
import { fileRoutes } from './routes/files.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { answerUnparsed } from './raw-answer.ts';

export interface AppOptions {
  readonly service: SessionService;
  readonly logger: FastifyBaseLogger;
  readonly publicDir: string | undefined;
  readonly isToken: (presented: unknown) => boolean;
  readonly checkSource: (headers: IncomingHttpHeaders) => ReplError | null;
  readonly isClosing: () => boolean;
}

/** Time for a whole request to arrive. Answering may take as long as a cell does. */
const REQUEST_TIMEOUT_MS = 60_000;

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { service, isToken } = options;
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnparsed,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (input: unknown) => {
    try {
      return { value: parse(schema, input) };
    } catch (error) {
      return { error: error as Error };
    }
  });
  app.setSerializerCompiler(() => (reply) => JSON.stringify(reply));

  registerRequestLog(app);
  registerProblems(app);
  registerJsonBody(app);
  await registerSecurityHeaders(app);
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = options.isClosing()
      ? new ReplError('ShuttingDown', 'The server is stopping.')
      : options.checkSource(request.headers);
    done(refusal ?? undefined);
  });

  registerHealth(app);
  await app.register(
    async (api) => {
      api.addHook('onRequest', (request, _reply, done) => {
        if (isToken(bearerToken(request.headers.authorization))) return done();
        request.log.warn({ ip: request.ip }, 'refused: no valid token');
        done(new ReplError('Unauthorized', 'The request carries no valid token.'));
      });
      await api.register(sessionRoutes, { service });
      await api.register(fileRoutes, { service });
      await api.register(runtimeRoutes, { service });
    },
    { prefix: '/api/v1' },
  );
  await registerPlayground(app, options.publicDir);
  return app;
}

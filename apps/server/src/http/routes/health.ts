import type { FastifyInstance } from 'fastify';

/** Open to everyone: whether the process lives. A server that is stopping is refused before it comes here. */
export function registerHealth(app: FastifyInstance): void {
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/ready', () => ({ status: 'ready' }));
}

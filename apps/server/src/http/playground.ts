import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>repltool</title>
  <h1>repltool is running</h1>
  <p>The playground is not built. Run <code>npm run build</code> and start the server again.</p>
  <p>The API is at <code>/api/v1</code>.</p>
</html>
`;

/** Vite puts a hash of the content into the names below `assets/`, so those never change. */
const cacheControl = (path: string): string =>
  /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-store';

export async function registerPlayground(
  app: FastifyInstance,
  publicDir: string | undefined,
): Promise<void> {
  if (publicDir === undefined || !existsSync(join(publicDir, 'index.html'))) {
    app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(NOT_BUILT));
    return;
  }
  await app.register(fastifyStatic, {
    root: publicDir,
    dotfiles: 'deny',
    cacheControl: false,
    setHeaders(response, path) {
      response.setHeader('cache-control', cacheControl(path));
    },
  });
}

import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * The page runs its own bundled scripts and nothing else. Monaco starts its workers from blobs, sets styles from
 * script and carries its icon font as a data URL. `'self'` in connect-src covers the page's own WebSocket.
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  styleSrc: ["'self'", "'unsafe-inline'"],
  fontSrc: ["'self'", 'data:'],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Without TLS the header means nothing, and with it the proxy in front decides.
    strictTransportSecurity: false,
  });
}

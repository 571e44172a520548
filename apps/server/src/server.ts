import type { AddressInfo } from 'node:net';
import type { Engine } from '@repltool/core';
import type { FastifyBaseLogger } from 'fastify';
import { createSourceCheck } from './access/request-source.ts';
import { createTokenCheck } from './access/token.ts';
import { createApp } from './http/app.ts';
import { startLiveServer } from './live/socket-server.ts';
import { createLogger } from './logger.ts';
import { createSessionService } from './sessions/session-service.ts';
import { StartError } from './start-error.ts';

export interface ServerOptions {
  readonly engine: Engine;
  /** What every request must present. */
  readonly token: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** The built playground; without one, the start page says how to build it. */
  readonly publicDir?: string | undefined;
  /** No log when left out. */
  readonly logger?: FastifyBaseLogger | undefined;
  /** Further host names the server may be called by, such as the one a proxy in front of it has. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of pages, besides the server's own, that may call it. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

export interface ReplServer extends AsyncDisposable {
  /** @throws StartError when the address cannot be had. */
  listen(): Promise<{ readonly url: string }>;
  /**
   * Refuses new requests with ShuttingDown, ends the live channels, and gives running requests a second to be
   * answered. The engine is not closed; closing it at the same time ends their cells. May be called twice.
   */
  close(): Promise<void>;
}

const CLOSE_GRACE_MS = 1000;

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Choose another with --port or REPLTOOL_PORT.`,
    EACCES: `Port ${port} on ${host} needs more rights. Choose one above 1023 with --port or REPLTOOL_PORT.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host or REPLTOOL_HOST.`,
    ENOTFOUND: `The host ${host} is not known. Choose another with --host or REPLTOOL_HOST.`,
  };
  const reason = reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}.`;
  return new StartError(reason, { cause: error });
}

function toUrl(host: string, port: number): string {
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

/** The engine behind REST and socket.io. Nothing is bound before `listen`. */
export async function createServer(options: ServerOptions): Promise<ReplServer> {
  const { engine, host, port, allowedHosts = [], allowedOrigins = [] } = options;
  const logger: FastifyBaseLogger = options.logger ?? createLogger({ level: 'silent' });
  const service = createSessionService(engine, logger);
  let closing: Promise<void> | undefined;
  const guards = {
    isToken: createTokenCheck(options.token),
    checkSource: createSourceCheck({ host, allowedHosts, allowedOrigins }),
    isClosing: () => closing !== undefined,
  };
  const app = await createApp({ service, logger, publicDir: options.publicDir, ...guards });
  const live = startLiveServer({ httpServer: app.server, service, logger, ...guards });

  const shutDown = async (): Promise<void> => {
    live.close();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS);
    try {
      await app.close();
    } finally {
      clearTimeout(cutOff);
    }
  };

  const close = (): Promise<void> => {
    closing ??= Promise.resolve().then(shutDown);
    return closing;
  };

  return {
    async listen() {
      try {
        // For the name, Fastify would open a second socket, on which there is no live channel.
        await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
      } catch (error) {
        throw explainListenError(error as NodeJS.ErrnoException, host, port);
      }
      const address = app.server.address() as AddressInfo;
      return { url: toUrl(host, address.port) };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';
import { ReplError, toProblem } from '@repltool/protocol';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import { Encoder } from 'socket.io-parser';
import { answerRaw } from '../http/raw-answer.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { serveClient } from './serve-client.ts';
import { ShallowDecoder } from './shallow-decoder.ts';

export interface LiveOptions {
  readonly httpServer: HttpServer;
  readonly service: SessionService;
  readonly logger: FastifyBaseLogger;
  readonly isToken: (presented: unknown) => boolean;
  readonly checkSource: (headers: IncomingHttpHeaders) => ReplError | null;
  readonly isClosing: () => boolean;
}

export interface LiveServer {
  /** Ends every connection the way a broken line does, so that clients come back by themselves. */
  close(): void;
}

/**
 * Far above the largest legal cell, escapes and all: what is too large by the API's limits is answered, since a
 * message above the transport's costs the whole connection.
 */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;

/** The live channel, beside the REST API on the same HTTP server. */
export function startLiveServer(options: LiveOptions): LiveServer {
  const { service, logger, isToken } = options;
  const io = new Server(options.httpServer, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    parser: { Encoder, Decoder: ShallowDecoder },
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest({ headers, socket }, callback) {
      const refusal = options.isClosing()
        ? new ReplError('ShuttingDown', 'The server is stopping.')
        : options.checkSource(headers);
      // Engine.io would answer an upgrade with 400.
      if (refusal !== null && headers.upgrade !== undefined) answerRaw(socket, toProblem(refusal));
      callback(refusal?.message, refusal === null);
    },
  });
  io.use((socket, next) => {
    const { token } = socket.handshake.auth as { token?: unknown };
    if (isToken(token)) {
      next();
      return;
    }
    logger.warn({ ip: socket.handshake.address }, 'live channel refused: no valid token');
    const refusal = new ReplError('Unauthorized', 'The handshake carries no valid token.');
    next(Object.assign(refusal, { data: toProblem(refusal) }));
  });
  io.on('connection', (socket) => serveClient(socket, service, logger));

  return { close: () => void io.engine.close() };
}

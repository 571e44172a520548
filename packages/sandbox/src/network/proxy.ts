import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import type { AllowedHosts } from './allowed-hosts.ts';
import { connectChecked } from './connect.ts';
import type { ConnectionRecord } from './connection-record.ts';
import { decide, parseTarget, parseUrl, type Resolver, type Target } from './destination.ts';

const MAX_HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 5000;
/** At once, of one sandbox. */
const MAX_CONNECTIONS = 64;
/** Names being resolved at once for one sandbox. The system does few at a time, for all; nothing calls one off. */
const MAX_RESOLVING = 8;
/** Speak about one hop, and are not passed on. */
const HOP_HEADERS = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
];

export interface ProxyOptions {
  readonly allowed: AllowedHosts;
  readonly resolve: Resolver;
  readonly record: (record: Omit<ConnectionRecord, 'sessionId'>) => void;
}

type Opened =
  { readonly upstream: Socket } | { readonly status: 403 | 502; readonly reason: string };

/**
 * An HTTP proxy for one sandbox: CONNECT, and requests for whole URLs. It listens on nothing by itself. Whatever a
 * client sends is hostile; what does not fit is answered with a reason and recorded.
 */
export function createProxy({ allowed, resolve, record }: ProxyOptions): Server {
  let resolving = 0;

  const resolveCounted: Resolver = async (name) => {
    resolving += 1;
    try {
      return await resolve(name);
    } finally {
      resolving -= 1;
    }
  };

  const open = async (target: Target): Promise<Opened> => {
    if (resolving >= MAX_RESOLVING)
      return { status: 502, reason: `${MAX_RESOLVING} names are being resolved already` };
    const { addresses, refusal } = await decide(target, allowed, resolveCounted);
    const nothing = { ...target, address: null, sentBytes: 0, receivedBytes: 0 };
    if (addresses === undefined) {
      record({ ...nothing, verdict: 'refused', reason: refusal });
      return { status: 403, reason: refusal };
    }
    try {
      const upstream = await connectChecked(addresses, target.port);
      const address = upstream.remoteAddress ?? null;
      upstream.on('error', () => upstream.destroy());
      upstream.once('close', () =>
        record({
          ...target,
          address,
          verdict: 'allowed',
          reason: '',
          sentBytes: upstream.bytesWritten,
          receivedBytes: upstream.bytesRead,
        }),
      );
      return { upstream };
    } catch {
      const reason = `${target.host}:${target.port} cannot be reached`;
      record({ ...nothing, verdict: 'failed', reason });
      return { status: 502, reason };
    }
  };

  const tunnel = async (authority: string, client: Duplex, head: Buffer): Promise<void> => {
    const target = parseTarget(authority);
    if (target === null) return answerRaw(client, 400, 'CONNECT needs host:port');
    const opened = await open(target);
    if (!('upstream' in opened)) return answerRaw(client, opened.status, opened.reason);
    const { upstream } = opened;
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
    if (client.destroyed) return void upstream.destroy();
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    client.pipe(upstream);
    upstream.pipe(client);
  };

  const forward = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const url = parseUrl(asked.url ?? '');
    if (url?.protocol !== 'http:')
      return refuse(answer, 400, 'this is a proxy: ask for an http:// URL, or use CONNECT');
    const target = parseTarget(`${url.hostname}:${url.port === '' ? 80 : url.port}`);
    if (target === null) return refuse(answer, 400, 'the URL names no host');
    const opened = await open(target);
    if (!('upstream' in opened)) return refuse(answer, opened.status, opened.reason);
    const { upstream } = opened;
    answer.once('close', () => upstream.destroy());
    if (answer.destroyed) return void upstream.destroy();
    const onward = request({
      createConnection: () => upstream,
      method: asked.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...endToEnd(asked), host: url.host, connection: 'close' },
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    onward.once('error', () => {
      if (answer.headersSent) answer.destroy();
      else refuse(answer, 502, `${target.host}:${target.port} gave no usable answer`);
    });
    onward.once('response', (response) => {
      try {
        answer.writeHead(response.statusCode ?? 502, endToEnd(response));
      } catch {
        // Node reads some answers that it does not write.
        return void onward.destroy(new Error('no usable answer'));
      }
      pipeline(response, answer, () => undefined);
    });
    pipeline(asked, onward, () => undefined);
  };

  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: HEADERS_TIMEOUT_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connect', ({ url = '' }: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    void tunnel(url, client, head).catch(() => client.destroy());
  });
  server.on(
    'request',
    (asked, answer) => void forward(asked, answer).catch(() => answer.destroy()),
  );
  return server;
}

function endToEnd({ headers }: IncomingMessage): IncomingMessage['headers'] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const hop = new Set([...HOP_HEADERS, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hop.has(name)));
}

function refuse(answer: ServerResponse, status: number, reason: string): void {
  answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  answer.end(`repltool: ${reason}\n`);
}

function answerRaw(client: Duplex, status: number, reason: string): void {
  const body = `repltool: ${reason}\n`;
  client.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

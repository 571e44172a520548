import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OutcomeKind } from './outcome.ts';
import type { RunningServer } from './server.ts';

export interface Request {
  readonly method: string;
  /** Sent as it is: dots in it are not resolved. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function toOutcome(status: number, contentType: string, body: string): OutcomeKind {
  const isJson = contentType.includes('json');
  return {
    kind: 'answer',
    status,
    contentType,
    body: isJson ? (JSON.parse(body) as unknown) : body,
  };
}

/** A request with the server's token, to any path, with any body. */
export async function send(
  server: RunningServer,
  { method, path, headers = {}, body }: Request,
): Promise<OutcomeKind> {
  const all = {
    authorization: `Bearer ${server.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  if ('content-length' in headers) return sendCut(server, { method, path, headers: all, body });
  const request = httpRequest({
    host: '127.0.0.1',
    port: server.port,
    method,
    path,
    headers: all,
    agent: false,
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return toOutcome(
    response.statusCode ?? 0,
    response.headers['content-type'] ?? '',
    await text(response),
  );
}

/** A request whose length is not that of its body, and then the end of the connection. */
async function sendCut(
  { port }: RunningServer,
  {
    method,
    path,
    headers = {},
    body = '',
  }: Omit<Request, 'body'> & { readonly body: string | undefined },
): Promise<OutcomeKind> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
  const answer = await text(socket);
  const [top = '', rest = ''] = answer.split(/\r\n\r\n(.*)/s);
  return toOutcome(
    Number(/^HTTP\/1\.1 (\d+)/.exec(top)?.[1] ?? 0),
    /^content-type: (.*)$/im.exec(top)?.[1] ?? '',
    rest,
  );
}

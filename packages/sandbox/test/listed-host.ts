import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Servers on the host's loopback that say what they were asked. */
export interface ListedHost {
  readonly http: number;
  readonly https: number;
  /** Requests so far, as `host method path`. */
  readonly asked: string[];
}

export async function startListedHost(): Promise<ListedHost> {
  const asked: string[] = [];
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.headers.host} ${request.method} ${request.url}`);
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      response.setHeader('x-seen', JSON.stringify(request.headers));
      response.end(`hello ${request.url} ${body}`.trim());
    });
  };
  return {
    http: await listen(createHttpServer(answer)),
    https: await listen(createHttpsServer(selfSigned(), answer)),
    asked,
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const directory = mkdtempSync(join(tmpdir(), 'repltool-tls-'));
  try {
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

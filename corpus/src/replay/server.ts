import { createClient, type Client } from '@repltool/client';
import { createServer } from '@repltool/server';
import type { Engine } from 'repltool';

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly client: Client;
}

const TOKEN = 'a-token-for-tests-only';

/** A real server over `engine`, on a free port of the loopback interface. */
export async function startServer(engine: Engine): Promise<RunningServer> {
  const server = await createServer({ engine, token: TOKEN, host: '127.0.0.1', port: 0 });
  const { url } = await server.listen();
  return {
    url,
    port: Number(new URL(url).port),
    token: TOKEN,
    client: createClient({ baseUrl: url, token: TOKEN }),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '@repltool/client';

const PROGRAM = fileURLToPath(new URL('../../../packages/repltool/dist/cli.js', import.meta.url));
const TOKEN = 'a-token-for-tests-only';

/** The built `repltool serve`, as a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly client: Client;
  /** Ends it, and gives its exit code or its signal, and what it has logged. */
  stop(
    signal: 'SIGKILL' | 'SIGTERM',
  ): Promise<{ readonly ending: number | string | null; readonly log: string }>;
}

/** @param port 0 for a free one */
export async function startServerProcess(options: {
  readonly dataDir: string;
  readonly port: number;
}): Promise<ServerProcess> {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [PROGRAM, 'serve', '--port', `${options.port}`, '--data-dir', options.dataDir],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, REPLTOOL_TOKEN: TOKEN } },
  );
  const log = text(child.stderr);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const ready = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const failed = ended.then(async () => {
    throw new Error(`the server has ended: ${await log}`);
  });
  const [line] = await Promise.race([ready, failed]);
  // It is to end, later on.
  failed.catch(() => undefined);
  const address = new URL(line.replace(/^.* at /, ''));
  const stop: ServerProcess['stop'] = async (signal) => {
    child.kill(signal);
    const [code, killedBy] = await ended;
    return { ending: code ?? killedBy, log: await log };
  };
  return {
    pid: child.pid ?? 0,
    port: Number(address.port),
    client: createClient({ baseUrl: address.origin, token: TOKEN }),
    stop,
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL');
    },
  };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sessionListSchema } from '@repltool/protocol';

const CLI = fileURLToPath(new URL('../../packages/repltool/dist/cli.js', import.meta.url));
const READY = /^repltool is ready at (http:\/\/\S+)\/\?token=(\S+)$/;
const START_TIMEOUT_MS = 120_000;

/** The built product, running. */
export interface RunningServer {
  readonly baseUrl: string;
  readonly token: string;
  readonly port: number;
  /** Ends every session, so that one test leaves nothing to the next. */
  endSessions(): Promise<void>;
  /** Ends it in order, as an operator would. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Any free one when left out. */
  readonly port?: number;
  readonly token?: string;
  readonly maxSessions?: number;
}

async function readyLine(child: ChildProcess): Promise<RegExpMatchArray> {
  if (child.stdout === null) throw new Error('The server has no standard output.');
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  for await (const line of createInterface({ input: child.stdout, signal })) {
    const match = READY.exec(line);
    if (match !== null) return match;
  }
  throw new Error(`The server did not say that it is ready (exit code ${child.exitCode}).`);
}

async function endSessions(baseUrl: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${baseUrl}/api/v1/sessions`, { headers });
  const { sessions } = sessionListSchema.parse(await answer.json());
  await Promise.all(
    sessions.map(({ session_id }) =>
      fetch(`${baseUrl}/api/v1/sessions/${session_id}`, { method: 'DELETE', headers }),
    ),
  );
}

/** Starts the server from `dist` with a data directory of its own. Its log goes to this process's stderr on failure only. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'repltool-e2e-'));
  const child = spawn(process.execPath, [CLI, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      REPLTOOL_PORT: String(options.port ?? 0),
      REPLTOOL_HOST: '127.0.0.1',
      REPLTOOL_DATA_DIR: dataDir,
      REPLTOOL_MAX_SESSIONS: String(options.maxSessions ?? 20),
      ...(options.token === undefined ? {} : { REPLTOOL_TOKEN: options.token }),
    },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const exited = once(child, 'exit');

  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };

  try {
    const [, baseUrl = '', token = ''] = await readyLine(child);
    const port = Number(new URL(baseUrl).port);
    return { baseUrl, token, port, stop, endSessions: () => endSessions(baseUrl, token) };
  } catch (cause) {
    await stop();
    throw new Error(`The server did not start.\n${log}`, { cause });
  }
}

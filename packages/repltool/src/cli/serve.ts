import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Engine } from '@repltool/core';
import { ReplError } from '@repltool/protocol';
import {
  StartError,
  createLogger,
  createServer,
  readServerConfig,
  type ServerFlags,
} from '@repltool/server';
import { createEngine, type EngineOptions } from '../engine.ts';

/** Interpreters of each kind kept ready, so that a session's first cell has nothing to wait for. */
const SPARES = 1;

/** The built playground: shipped in this package, or, in the source tree, where it is built. */
function findPlayground(): string | undefined {
  return ['./playground/', '../../../apps/playground/dist/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
}

/** Settles with the exit code when a signal asks the server to stop; a second signal ends it at once. */
function untilStopped(): Promise<number> {
  return new Promise((resolve) => {
    const stop = (code: number) => (): void => {
      resolve(code);
      process.once('SIGINT', () => process.exit(130));
      process.once('SIGTERM', () => process.exit(143));
    };
    process.once('SIGINT', stop(0));
    process.once('SIGTERM', stop(0));
  });
}

/** By what a member of the engine's options is set here. */
const SETTING_NAMES: Readonly<Record<string, string>> = {
  network: '--allow-host (REPLTOOL_ALLOW_HOSTS)',
  mounts: '--mount (REPLTOOL_MOUNTS)',
};

function startEngine(options: EngineOptions): Engine {
  try {
    return createEngine(options);
  } catch (error) {
    if (!ReplError.isInstance(error) || error.issues.length === 0) throw error;
    const reasons = error.issues.map(({ field, value, message }) => {
      const [member = field] = field.split('.');
      return `${SETTING_NAMES[member] ?? field} ${message}, not ${JSON.stringify(value)}`;
    });
    throw new StartError(`${reasons.join('; ')}.`, { cause: error });
  }
}

/**
 * `repltool serve`: the server, until a signal ends it.
 * @returns the exit code
 * @throws StartError when a setting or the address is not usable
 */
export async function serveCommand(flags: ServerFlags): Promise<number> {
  const config = readServerConfig(process.env, flags);
  const logger = createLogger({ level: 'info', destination: process.stderr });
  await using engine = startEngine({
    maxSessions: config.maxSessions,
    spares: SPARES,
    mounts: config.mounts,
    network: {
      hosts: config.allowHosts,
      onConnection: (connection) => logger.info({ connection }, 'connection of a cell'),
    },
    ...(config.dataDir === undefined ? {} : { dataDir: config.dataDir }),
  });
  const { isolation } = await engine.runtimes();
  await using server = await createServer({
    engine,
    token: config.token,
    host: config.host,
    port: config.port,
    publicDir: findPlayground(),
    logger,
  });
  const { url } = await server.listen();
  logger.info({ isolation }, 'ready');
  process.stdout.write(`repltool is ready at ${url}/?token=${config.token}\n`);
  const exitCode = await untilStopped();
  await Promise.all([server.close(), engine.close()]);
  return exitCode;
}

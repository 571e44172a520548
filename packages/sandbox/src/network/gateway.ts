import type { Socket } from 'node:net';
import { ReplError, type SandboxModeRules } from '@repltool/protocol';
import { findProgram } from '../host/programs.ts';
import type { ProcessIdentity } from '../host/process-stat.ts';
import { parseAllowedHosts } from './allowed-hosts.ts';
import type { ConnectionRecord, NetworkOptions } from './connection-record.ts';
import { systemResolver, type Resolver } from './destination.ts';
import { listenInside, PROXY_PORT } from './inside-listener.ts';
import { createProxy } from './proxy.ts';

const PROXY = `http://127.0.0.1:${PROXY_PORT}`;
const OWN = 'localhost,127.0.0.1,::1';

/** The ways programs are told of a proxy: curl reads `http_proxy` in lower case alone, others look for either. */
const VARIABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
      [name, PROXY],
      [name.toLowerCase(), PROXY],
    ]),
  ),
  NO_PROXY: OWN,
  no_proxy: OWN,
  // From version 22.21 on, Node reads the others when this is set.
  NODE_USE_ENV_PROXY: '1',
};

/** The one way out of a sandbox, to the hosts an operator lists. */
export interface Gateway {
  /** Whether a mode has it. */
  serves(rules: SandboxModeRules): boolean;
  /** What tells programs inside where it is. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * Opens it for one process of a sandbox.
   * @param session the session's id at the time a connection ends
   * @throws ReplError SandboxUnavailable when it cannot be opened
   */
  open(init: ProcessIdentity, session: () => string | null): Promise<Disposable>;
}

/**
 * Null when nothing is listed.
 * @throws ReplError InvalidRequest naming an entry that is no host; SandboxUnavailable when `nsenter` is missing
 */
export async function createGateway(
  { hosts = [], onConnection }: NetworkOptions,
  resolve: Resolver = systemResolver,
): Promise<Gateway | null> {
  if (hosts.length === 0) return null;
  const allowed = parseAllowedHosts(hosts);
  const nsenter = await findProgram('nsenter');
  if (nsenter === null)
    throw new ReplError(
      'SandboxUnavailable',
      "nsenter is not installed, and the listed hosts cannot be reached without it: install the system's package util-linux.",
    );
  return {
    serves: ({ network }) => network === 'loopback',
    variables: VARIABLES,
    async open(init, session) {
      const listener = await listenInside(nsenter, init);
      const record = (one: Omit<ConnectionRecord, 'sessionId'>): void =>
        onConnection?.({ sessionId: session(), ...one });
      const proxy = createProxy({ allowed, resolve, record });
      const clients = new Set<Socket>();
      proxy.on('connection', (client) => {
        clients.add(client);
        client.once('close', () => clients.delete(client));
      });
      proxy.listen(listener);
      return {
        [Symbol.dispose]() {
          proxy.close();
          for (const client of clients) client.destroy();
        },
      };
    },
  };
}

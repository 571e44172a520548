import { ReplError } from '@repltool/protocol';
import type { BubblewrapOptions } from '../options.ts';
import { openServerHost, type ServerHost } from '../server-host.ts';
import { createSandboxUsers } from '../host/sandbox-user.ts';
import { diagnoseDirectory } from './diagnose-directory.ts';
import { diagnoseBubblewrap } from './diagnose-bubblewrap.ts';
import { examineThrowaway } from './throwaway.ts';

/**
 * Opens the server's host and keeps it only when a throwaway sandbox with everything on holds what it promises.
 * @throws ReplError SandboxUnavailable with the part that is missing and how to mend it
 */
export async function openExaminedHost(options: BubblewrapOptions): Promise<ServerHost> {
  const host = await openServerHost(options);
  try {
    return await examine(host);
  } catch (error) {
    await host.remove();
    throw await explain(error, host.bwrap, options);
  }
}

async function examine(host: ServerHost): Promise<ServerHost> {
  try {
    return await requireSound(host);
  } catch {
    // Old versions and some containers cannot switch nested user namespaces off; seccomp denies them as well.
    return requireSound({ ...host, canDisableUserNamespaces: false });
  }
}

async function requireSound(host: ServerHost): Promise<ServerHost> {
  const fault = await examineThrowaway(host);
  if (fault === null) return host;
  throw new ReplError('SandboxUnavailable', `A sandbox examined itself: ${fault}.`);
}

async function explain(
  error: unknown,
  bwrap: string,
  options: BubblewrapOptions,
): Promise<unknown> {
  const users = createSandboxUsers(options.user);
  const lines = [
    ...(await diagnoseBubblewrap(bwrap, users.next())),
    await diagnoseDirectory(options.dataDir, users.group),
  ];
  const line = lines.find(({ state }) => state === 'missing');
  if (line === undefined) return error;
  return new ReplError(
    'SandboxUnavailable',
    `This host gives no sandbox for want of ${line.part}: ${line.why}. To mend it: ${line.mend}.`,
    { cause: error },
  );
}

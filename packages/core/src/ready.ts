import { ReplError } from '@repltool/protocol';
import type { Deferred } from './deferred.ts';

/** A driver that has not said `ready` by then will not. */
const READY_TIMEOUT_MS = 15_000;

/** Waits for a driver's `ready`; one that fails to say it is ended. */
export async function awaitReady<T>(ready: Deferred<T>, kill: () => Promise<void>): Promise<T> {
  const timeout = setTimeout(() => {
    ready.reject(
      new ReplError(
        'SandboxUnavailable',
        `The interpreter did not answer within ${READY_TIMEOUT_MS} ms.`,
      ),
    );
  }, READY_TIMEOUT_MS);
  try {
    return await ready.promise;
  } catch (error) {
    await kill();
    throw error;
  } finally {
    clearTimeout(timeout);
  }
}

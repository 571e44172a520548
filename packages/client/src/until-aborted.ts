/** What `promise` settles to, unless one of the signals aborts first: then its reason. No listener is left behind. */
export async function untilAborted<Value>(
  promise: Promise<Value>,
  signals: readonly (AbortSignal | undefined)[],
): Promise<Value> {
  const cleanups: (() => void)[] = [];
  const aborted = new Promise<never>((_resolve, reject) => {
    for (const signal of signals) {
      if (signal === undefined) continue;
      const abort = (): void => reject(signal.reason as Error);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      cleanups.push(() => signal.removeEventListener('abort', abort));
    }
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    for (const cleanup of cleanups) cleanup();
  }
}

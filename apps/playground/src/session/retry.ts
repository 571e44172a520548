import { TransportError } from '@repltool/client';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, durationMs);
    function done(): void {
      signal.removeEventListener('abort', stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      reject(signal.reason as Error);
    }
    signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * What `ask` resolves to, asked again for as long as the server cannot be reached. What the server refuses is thrown.
 * @param onFailure hears of each attempt that did not reach the server
 */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
  onFailure: (error: TransportError) => void = () => undefined,
): Promise<Answer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!TransportError.isInstance(error)) throw error;
      onFailure(error);
      await pause(pauseMs, signal);
    }
  }
}

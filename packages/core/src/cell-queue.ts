import { ReplError } from '@repltool/protocol';

const MAX_WAITING = 100;

/** One cell at a time, in the order asked. */
export interface CellQueue {
  readonly busy: boolean;
  /**
   * Runs `job` when its turn comes.
   * @throws ReplError SessionBusy with `refuse` while another runs, or when 100 are waiting
   * @throws the reason of `signal` when it is aborted before the turn
   */
  run<T>(
    onBusy: 'queue' | 'refuse',
    signal: AbortSignal | undefined,
    job: () => Promise<T>,
  ): Promise<T>;
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}

export function createCellQueue(): CellQueue {
  const waiting: (() => void)[] = [];
  let running = false;

  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(abortReason(signal));
      };
      waiting.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    get busy() {
      return running;
    },
    async run(onBusy, signal, job) {
      signal?.throwIfAborted();
      if (running) {
        if (onBusy === 'refuse') throw new ReplError('SessionBusy', 'Another cell is running.');
        if (waiting.length >= MAX_WAITING) {
          throw new ReplError('SessionBusy', `${MAX_WAITING} cells are waiting already.`);
        }
        await turn(signal);
      }
      running = true;
      try {
        return await job();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running = false;
        else next();
      }
    },
  };
}

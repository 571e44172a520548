/** Why a running cell is being stopped from outside. */
export type StopCause =
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'output'; readonly limitBytes: number }
  | { readonly kind: 'cpu'; readonly limitSeconds: number };

/** How long a cell gets to end by itself after it was asked to. */
const GRACE_MS = 1000;

export interface Stopper extends Disposable {
  /** The first cause; null while the cell has not been asked to stop. */
  readonly cause: StopCause | null;
  /** True once asking did not help and everything was killed. */
  readonly killed: boolean;
  stop(cause: StopCause): void;
}

/** The ladder that ends a cell: ask it to stop, wait for the grace period, kill the process tree. */
export function createStopper(target: { interrupt(): void; kill(): Promise<void> }): Stopper {
  let cause: StopCause | null = null;
  let killed = false;
  let timer: NodeJS.Timeout | undefined;

  return {
    get cause() {
      return cause;
    },
    get killed() {
      return killed;
    },
    stop(why) {
      if (cause !== null) return;
      cause = why;
      target.interrupt();
      timer = setTimeout(() => {
        killed = true;
        void target.kill();
      }, GRACE_MS);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

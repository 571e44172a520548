/** Why a running cell is being stopped from outside. */
export type StopCause =
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'output'; readonly limitBytes: number }
  | { readonly kind: 'cpu'; readonly limitSeconds: number };

/** How long each step of the ladder gets before the next. */
const GRACE_MS = 1000;

export interface Stopper extends Disposable {
  /** The first cause; null while the cell has not been asked to stop. */
  readonly cause: StopCause | null;
  stop(cause: StopCause): void;
}

export interface StopTarget {
  interrupt(): void;
  /** Ends the interpreter and lets the driver go on from an earlier state; false where that cannot be asked. */
  replace(): boolean;
  kill(): Promise<void>;
}

/** The ladder that ends a cell: ask it to stop, then have the interpreter replaced, then kill the process tree. */
export function createStopper(target: StopTarget): Stopper {
  let cause: StopCause | null = null;
  let timer: NodeJS.Timeout | undefined;

  const kill = (): void => void target.kill();
  const replaceOrKill = (): void => {
    if (target.replace()) timer = setTimeout(kill, GRACE_MS);
    else kill();
  };

  return {
    get cause() {
      return cause;
    },
    stop(why) {
      if (cause !== null) return;
      cause = why;
      target.interrupt();
      timer = setTimeout(replaceOrKill, GRACE_MS);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

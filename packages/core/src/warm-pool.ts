import type { WarmInterpreter } from './interpreter-slot.ts';

/**
 * Keeps interpreters started ahead for each kind of session that was asked for, so that the next one of that kind
 * has nothing to wait for. A kind is everything a process depends on: language, mode, limits.
 */
export interface WarmPool extends AsyncDisposable {
  /** A started interpreter of `kind`, or one that starts now. Spares are made in the background. */
  take(kind: string, create: () => Promise<WarmInterpreter>): Promise<WarmInterpreter>;
}

async function discard(warm: Promise<WarmInterpreter>): Promise<void> {
  const { sandbox, interpreter } = await warm;
  await interpreter.then((started) => started.kill()).catch(() => undefined);
  await sandbox[Symbol.asyncDispose]();
}

/** @param spares how many of each kind to keep ready; 0 keeps none */
export function createWarmPool(spares: number): WarmPool {
  const ready = new Map<string, Promise<WarmInterpreter>[]>();
  let closed = false;

  const isUsable = async (warm: WarmInterpreter): Promise<boolean> =>
    warm.interpreter.then(
      (interpreter) => interpreter.alive,
      () => false,
    );

  const refill = (kind: string, create: () => Promise<WarmInterpreter>): void => {
    const shelf = ready.get(kind) ?? [];
    ready.set(kind, shelf);
    while (!closed && shelf.length < spares) {
      const warm = create();
      warm.catch(() => shelf.splice(shelf.indexOf(warm), 1));
      shelf.push(warm);
    }
  };

  return {
    async take(kind, create) {
      for (let spare = ready.get(kind)?.shift(); spare; spare = ready.get(kind)?.shift()) {
        const warm = await spare.catch(() => undefined);
        if (warm !== undefined && (await isUsable(warm))) {
          refill(kind, create);
          return warm;
        }
        if (warm !== undefined) await discard(Promise.resolve(warm));
      }
      const fresh = await create();
      refill(kind, create);
      return fresh;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      const shelves = [...ready.values()].flat();
      ready.clear();
      await Promise.all(shelves.map((warm) => discard(warm).catch(() => undefined)));
    },
  };
}

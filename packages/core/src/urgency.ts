import type { Sandbox } from './ports/sandbox.ts';

/** A cell that runs longer is work rather than an answer, and lets the cells of other sessions go first. */
const PATIENCE_MS = 50;

/** Keeps the sandbox of a session urgent for the first moments of each cell. */
export interface Urgency extends Disposable {
  cellBegins(): void;
}

export function createUrgency(sandbox: Pick<Sandbox, 'prioritise'>): Urgency {
  let urgent = true;
  let timer: NodeJS.Timeout | undefined;
  const relax = (): void => {
    urgent = false;
    sandbox.prioritise(false);
  };
  return {
    cellBegins() {
      clearTimeout(timer);
      if (!urgent) sandbox.prioritise(true);
      urgent = true;
      timer = setTimeout(relax, PATIENCE_MS);
      timer.unref();
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Steps between two turns of the event loop. */
const SLICE = 200;

/** Lets everyone else have their turn during long work in small steps. */
export class Pace {
  #steps = 0;

  async step(): Promise<void> {
    this.#steps += 1;
    if (this.#steps % SLICE === 0) await nextTurn();
  }
}

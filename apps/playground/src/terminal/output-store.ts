import type { OutputEvent } from '@repltool/protocol';
import { CellOutput } from './cell-output.ts';

type Listener = () => void;

/**
 * The output of every cell on the page, outside of React's state because it changes far more often than it is
 * shown: listeners hear of any number of writes once a frame.
 */
export class OutputStore {
  readonly #outputs = new Map<string, CellOutput>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #changed = new Set<string>();
  readonly #schedule: (flush: () => void) => void;

  constructor(schedule: (flush: () => void) => void = (flush) => requestAnimationFrame(flush)) {
    this.#schedule = schedule;
  }

  get(executionId: string): CellOutput | undefined {
    return this.#outputs.get(executionId);
  }

  write(executionId: string, event: OutputEvent): void {
    let output = this.#outputs.get(executionId);
    if (output === undefined) {
      output = new CellOutput();
      this.#outputs.set(executionId, output);
    }
    output.write(event);
    this.#notify(executionId);
  }

  forget(executionIds: Iterable<string>): void {
    for (const executionId of executionIds) {
      if (this.#outputs.delete(executionId)) this.#notify(executionId);
    }
  }

  subscribe(executionId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(executionId) ?? new Set();
    this.#listeners.set(executionId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(executionId);
    };
  }

  #notify(executionId: string): void {
    if (this.#changed.size === 0) this.#schedule(() => this.#flush());
    this.#changed.add(executionId);
  }

  #flush(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const executionId of changed) {
      for (const listener of this.#listeners.get(executionId) ?? []) listener();
    }
  }
}

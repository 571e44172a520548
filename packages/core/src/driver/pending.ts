/** Bytes that wait for the rest of their frame. What a byte costs does not depend on how it comes, or on how many wait. */
export class PendingBytes {
  #store: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  get bytes(): Buffer {
    return this.#store.subarray(this.#start, this.#end);
  }

  push(chunk: Buffer): void {
    if (this.length === 0) {
      [this.#store, this.#start, this.#end] = [chunk, 0, chunk.length];
      return;
    }
    if (this.#end + chunk.length > this.#store.length) {
      const { bytes } = this;
      this.#store = Buffer.allocUnsafe(2 * (bytes.length + chunk.length));
      [this.#start, this.#end] = [0, bytes.copy(this.#store)];
    }
    this.#end += chunk.copy(this.#store, this.#end);
  }

  /** Lets the first bytes go. */
  drop(count: number): void {
    this.#start += count;
  }
}

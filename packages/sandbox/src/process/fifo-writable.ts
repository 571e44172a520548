import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';

/**
 * Writes into a FIFO that it opens at the first write: until then, and again after `end()`, whoever reads the FIFO
 * sees end of file at once instead of waiting.
 */
export class FifoWritable extends Writable {
  readonly #keptFd: number;
  #socket: Socket | undefined;

  /** @param keptFd any descriptor of the FIFO; closed when the stream is destroyed */
  constructor(keptFd: number) {
    super();
    this.#keptFd = keptFd;
  }

  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.#open().write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#socket === undefined) done();
    else this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket?.destroy();
    closeSync(this.#keptFd);
    done(error);
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const fd = openSync(`/proc/self/fd/${this.#keptFd}`, constants.O_WRONLY | constants.O_NONBLOCK);
    this.#socket = new Socket({ fd, readable: false, writable: true });
    this.#socket.on('error', (error) => this.destroy(error));
    return this.#socket;
  }
}

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Writable } from 'node:stream';
import type { HostUser } from '../host/sandbox-user.ts';

/**
 * Descriptor 0 of a sandbox, written from outside. Nothing holds it open for writing before the first write, nor after
 * the end, so that whoever reads it meanwhile sees end of file at once instead of waiting.
 */
export class LateStdin extends Writable {
  readonly #user: HostUser | undefined;
  #initPid: number | null = null;
  #writer: ChildProcessByStdio<Writable, null, null> | undefined;

  /** @param user the sandbox's user outside, who may open the descriptors of its processes without any capability */
  constructor(user: HostUser | undefined) {
    super();
    this.#user = user;
  }

  /** Tells whose descriptor 0 it is, once that process is there. */
  attach(initPid: number): void {
    this.#initPid = initPid;
  }

  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    if (this.#initPid === null) return done(new Error('the process has not started'));
    this.#writer ??= this.#open(this.#initPid);
    this.#writer.stdin.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#writer === undefined) return done();
    this.#writer.once('exit', () => done());
    this.#writer.stdin.end();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#writer?.kill('SIGKILL');
    done(error);
  }

  #open(initPid: number): ChildProcessByStdio<Writable, null, null> {
    const writer = spawn('/bin/sh', ['-c', 'exec cat > "$0"', `/proc/${initPid}/fd/0`], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      ...this.#user,
    });
    const fail = (error: Error): void => void this.destroy(error);
    writer.on('error', fail);
    writer.stdin.on('error', fail);
    return writer;
  }
}

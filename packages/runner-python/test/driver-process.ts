import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  driverFrameSchema,
  type HostFrame,
  type ReadyFrame,
  type ResultFrame,
} from '@repltool/core';
import { z } from 'zod';
import { strictArguments, type PythonRules } from '../src/strict-arguments.ts';

const MAIN = fileURLToPath(new URL('../driver/main.py', import.meta.url));

/** Requests that the host makes when it has asked for checkpoints. */
export type SuccessionRequest =
  | (Extract<HostFrame, { type: 'hello' }> & { checkpoints: CheckpointOptions })
  | { type: 'undo'; id: string; cell: string }
  | { type: 'reset'; id: string };

export interface CheckpointOptions {
  readonly when: 'idle' | 'every-cell';
  readonly depth: number;
  readonly max_heap_mb: number;
}

export interface CellReply {
  readonly frame: ResultFrame;
  readonly stdout: string;
  readonly stderr: string;
  /** What came on stdout and stderr between the cell before and this one. */
  readonly late: string;
}

/** One driver on an interpreter of this host, without a sandbox around it: its protocol and nothing else is under test. */
export interface DriverProcess extends AsyncDisposable {
  readonly ready: ReadyFrame;
  /** The process's own temporary directory, in which it starts. */
  readonly directory: string;
  readonly driverDirectory: string;
  readonly pid: number;
  /** Settles with the exit code when the process has ended. */
  readonly exited: Promise<number | null>;
  send(frame: HostFrame | SuccessionRequest): void;
  /** The next frame from the driver that `run` has not taken, as it came. Requests for input are told that it is at its end. */
  nextFrame(): Promise<unknown>;
  /** `onOutput` is called with each piece of output as it comes. */
  run(code: string, onOutput?: (text: string) => void): Promise<CellReply>;
  /** SIGINT to the process and its children, as a terminal would send it. */
  interrupt(): void;
}

/** Collects a stream and hands out what stands before a mark. */
function createScanner(stream: Readable) {
  let bytes = Buffer.alloc(0);
  let check = (): void => undefined;
  let listener: (text: string) => void = () => undefined;
  stream.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    listener(chunk.toString());
    check();
  });
  return {
    listen(onOutput: (text: string) => void) {
      listener = onOutput;
    },
    upTo: (mark: string): Promise<string> =>
      new Promise((resolve) => {
        check = () => {
          const at = bytes.indexOf(mark);
          if (at < 0) return;
          const text = bytes.toString('utf8', 0, at);
          bytes = bytes.subarray(at + mark.length);
          check = () => undefined;
          resolve(text);
        };
        check();
      }),
  };
}

function stream<Kind extends Readable | Writable>(
  value: unknown,
  kind: abstract new (...args: never[]) => Kind,
): Kind {
  if (value instanceof kind) return value;
  throw new Error('the process was started without its descriptors');
}

/** Also when its leader has gone: what it has started may still be there. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // None is left.
  }
}

/** @param rules what the mode lets cells do, for a driver that is to serve in strict mode */
export async function startDriver(
  interpreter: string,
  rules: PythonRules = {},
): Promise<DriverProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'repltool-driver-'));
  const child = spawn(interpreter, ['-I', '-B', '-X', 'utf8', MAIN, ...strictArguments(rules)], {
    cwd: directory,
    detached: true,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: directory },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const stdout = createScanner(stream(child.stdout, Readable));
  const stderr = createScanner(stream(child.stderr, Readable));
  const toDriver = stream(child.stdio[3], Writable);
  const frames = createScanner(stream(child.stdio[4], Readable));
  const send: DriverProcess['send'] = (frame) => void toDriver.write(`${JSON.stringify(frame)}\n`);
  const requestSchema = z.object({ type: z.literal('input-request'), id: z.string() });
  const nextFrame = async (): Promise<unknown> => {
    const frame: unknown = JSON.parse(await frames.upTo('\n'));
    const request = requestSchema.safeParse(frame);
    if (!request.success) return frame;
    send({ type: 'input-reply', id: request.data.id });
    return nextFrame();
  };

  const ready = driverFrameSchema.parse(await nextFrame());
  if (ready.type !== 'ready') throw new Error(`expected ready, not ${ready.type}`);
  let count = 0;

  return {
    ready,
    directory,
    driverDirectory: dirname(MAIN),
    pid,
    exited,
    send,
    nextFrame,
    async run(code, onOutput = () => undefined) {
      const id = `cell-${(count += 1)}`;
      const boundary = randomBytes(16).toString('hex');
      stdout.listen(onOutput);
      stderr.listen(onOutput);
      send({ type: 'execute', id, boundary, code });
      const answer = nextFrame();
      const [lateOut, lateErr] = await Promise.all([
        stdout.upTo(`\x1e${boundary}[\x1e`),
        stderr.upTo(`\x1e${boundary}[\x1e`),
      ]);
      const [out, err] = await Promise.all([
        stdout.upTo(`\x1e${boundary}]\x1e`),
        stderr.upTo(`\x1e${boundary}]\x1e`),
      ]);
      const frame = driverFrameSchema.parse(await answer);
      if (frame.type !== 'result' || frame.id !== id) throw new Error('not the result of the cell');
      return { frame, stdout: out, stderr: err, late: lateOut + lateErr };
    },
    interrupt: () => void process.kill(-pid, 'SIGINT'),
    async [Symbol.asyncDispose]() {
      killGroup(pid);
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMarkScanner, type CellPhase, type MarkScanner } from '../driver/marks.ts';
import type { SandboxedProcess } from '../ports/sandbox.ts';
import type { OutputStream } from './log.ts';

/** Read from one pipe before the event loop turns: a flood must not keep other sessions waiting. */
const BYTES_A_TURN = 128 * 1024;

export interface OutputPipesEvents {
  bytes(stream: OutputStream, chunk: Buffer, phase: CellPhase): void;
  /** An opening mark of the expected cell has passed: it can be interrupted now. */
  begun(): void;
  /** The closing mark of the expected cell has passed on both streams. */
  closed(): void;
}

/** The two output pipes of a process, split at the marks around each cell. */
export interface OutputPipes {
  expect(boundary: string): void;
  /** Whether an opening mark of the expected cell has passed. */
  begun(): boolean;
  /** Resolves when a turn of the event loop has brought nothing more, at the latest after `boundMs`. */
  quiet(boundMs: number): Promise<void>;
  /** Gives up waiting for marks. */
  flush(): void;
  /** Resolves when both pipes have ended, at the latest after `boundMs`, should something still hold them open. */
  drained(boundMs: number): Promise<void>;
}

export function readOutputPipes(
  { stdout, stderr }: Pick<SandboxedProcess, 'stdout' | 'stderr'>,
  events: OutputPipesEvents,
): OutputPipes {
  let open = 0;
  let begun = false;
  const opened = (): void => {
    if (begun) return;
    begun = true;
    events.begun();
  };
  const closed = (): void => {
    open -= 1;
    if (open === 0) events.closed();
  };
  let received = 0;
  const scanners = {
    stdout: createMarkScanner({
      opened,
      closed,
      bytes: (chunk, phase) => events.bytes('stdout', chunk, phase),
    }),
    stderr: createMarkScanner({
      opened,
      closed,
      bytes: (chunk, phase) => events.bytes('stderr', chunk, phase),
    }),
  };
  const read = (stream: Readable, scanner: MarkScanner): void => {
    let sinceTurn = 0;
    stream.on('data', (chunk: Buffer) => {
      received += chunk.length;
      sinceTurn += chunk.length;
      if (sinceTurn >= BYTES_A_TURN) {
        sinceTurn = 0;
        stream.pause();
        setImmediate(() => stream.resume());
      }
      scanner.push(chunk);
    });
  };
  read(stdout, scanners.stdout);
  read(stderr, scanners.stderr);
  const ended = Promise.all(
    [stdout, stderr].map((stream) => new Promise<void>((resolve) => stream.once('close', resolve))),
  );

  return {
    expect(boundary) {
      open = 2;
      begun = false;
      scanners.stdout.expect(boundary);
      scanners.stderr.expect(boundary);
    },
    begun: () => begun,
    async quiet(boundMs) {
      const deadline = performance.now() + boundMs;
      for (let before = -1; before !== received && performance.now() < deadline;) {
        before = received;
        await nextTurn();
        await nextTurn();
      }
    },
    flush() {
      scanners.stdout.flush();
      scanners.stderr.flush();
    },
    async drained(boundMs) {
      let timer: NodeJS.Timeout | undefined;
      const bound = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, boundMs);
      });
      await Promise.race([ended, bound]);
      clearTimeout(timer);
    },
  };
}

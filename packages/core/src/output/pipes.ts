import { createMarkScanner, type CellPhase } from '../driver/marks.ts';
import type { SandboxedProcess } from '../ports/sandbox.ts';
import type { OutputStream } from './log.ts';

export interface OutputPipesEvents {
  bytes(stream: OutputStream, chunk: Buffer, phase: CellPhase): void;
  /** The closing mark of the expected cell has passed on both streams. */
  closed(): void;
}

/** The two output pipes of a process, split at the marks around each cell. */
export interface OutputPipes {
  expect(boundary: string): void;
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
  const closed = (): void => {
    open -= 1;
    if (open === 0) events.closed();
  };
  const scanners = {
    stdout: createMarkScanner({
      closed,
      bytes: (chunk, phase) => events.bytes('stdout', chunk, phase),
    }),
    stderr: createMarkScanner({
      closed,
      bytes: (chunk, phase) => events.bytes('stderr', chunk, phase),
    }),
  };
  stdout.on('data', (chunk: Buffer) => scanners.stdout.push(chunk));
  stderr.on('data', (chunk: Buffer) => scanners.stderr.push(chunk));
  const ended = Promise.all(
    [stdout, stderr].map((stream) => new Promise<void>((resolve) => stream.once('close', resolve))),
  );

  return {
    expect(boundary) {
      open = 2;
      scanners.stdout.expect(boundary);
      scanners.stderr.expect(boundary);
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

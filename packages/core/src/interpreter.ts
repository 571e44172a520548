import { ReplError, type RuntimeInfo } from '@repltool/protocol';
import { deferred } from './deferred.ts';
import { openDriverChannel } from './driver/channel.ts';
import type { DriverFrame, ResultFrame } from './driver/frames.ts';
import type { CellPhase } from './driver/marks.ts';
import { randomId } from './ids.ts';
import type { OutputStream } from './output/log.ts';
import { readOutputPipes } from './output/pipes.ts';
import type { RunnerCapabilities } from './ports/runner.ts';
import type { ExitStatus, ProcessSpec, Sandbox } from './ports/sandbox.ts';

/** A driver that has not said `ready` by then will not. */
const READY_TIMEOUT_MS = 15_000;
/** Longest wait for output still in the pipes when a result came without its marks, or the process died. */
const DRAIN_MS = 500;
const MAX_EARLY_ERROR_CHARS = 2000;

export type CellOutcome =
  | { readonly kind: 'result'; readonly frame: ResultFrame }
  /** The interpreter is gone; `violation` says which rule of the protocol its driver broke, if that was why. */
  | { readonly kind: 'died'; readonly exit: ExitStatus; readonly violation: string | null };

export type OutputSink = (stream: OutputStream, bytes: Buffer, phase: CellPhase) => void;

export interface Hello {
  readonly cwd: string;
  readonly environment: Record<string, string>;
  readonly mode: string;
}

/** An interpreter with its driver, ready for cells, one at a time. */
export interface Interpreter {
  readonly runtime: RuntimeInfo;
  /** False once the process is gone. */
  readonly alive: boolean;
  /** Gives the interpreter to a session: where its output goes from now on, and what the driver must know. */
  adopt(hello: Hello, sink: OutputSink): void;
  /** Runs a cell to its end, or to the interpreter's. Never rejects. */
  run(executionId: string, code: string): Promise<CellOutcome>;
  /** Asks the running cell to stop and keep the state. */
  interrupt(): void;
  /** SIGKILL to everything; a running cell then settles as `died`. */
  kill(): Promise<void>;
}

interface RunningCell {
  readonly id: string;
  readonly settle: (outcome: CellOutcome) => void;
  result?: ResultFrame;
  drainTimer?: NodeJS.Timeout;
}

/**
 * Starts `spec` in `sandbox` and waits for the driver's `ready`.
 * @throws ReplError SandboxUnavailable when the process does not start or its driver does not answer
 */
export async function launchInterpreter(
  sandbox: Sandbox,
  spec: ProcessSpec,
  capabilities: RunnerCapabilities,
): Promise<Interpreter> {
  const process = await sandbox.launch(spec);
  const ready = deferred<RuntimeInfo>();
  let cell: RunningCell | undefined;
  let violation: string | null = null;
  let gone = false;
  let marksClosed = false;
  let earlyError = '';
  let sink: OutputSink = (stream, bytes) => {
    if (stream === 'stderr' && earlyError.length < MAX_EARLY_ERROR_CHARS)
      earlyError += bytes.toString();
  };

  const finish = (outcome: CellOutcome): void => {
    const finished = cell;
    cell = undefined;
    clearTimeout(finished?.drainTimer);
    finished?.settle(outcome);
  };

  const pipes = readOutputPipes(process, {
    bytes: (stream, chunk, phase) => sink(stream, chunk, phase),
    closed: () => {
      marksClosed = true;
      if (cell?.result !== undefined) finish({ kind: 'result', frame: cell.result });
    },
  });

  const onResult = (frame: ResultFrame): void => {
    if (cell === undefined || frame.id !== cell.id || cell.result !== undefined) return;
    if (marksClosed) return finish({ kind: 'result', frame });
    cell.result = frame;
    cell.drainTimer = setTimeout(() => {
      pipes.flush();
      finish({ kind: 'result', frame });
    }, DRAIN_MS);
  };

  const channel = openDriverChannel(process, capabilities.framing, {
    frame: (frame: DriverFrame) => {
      if (frame.type === 'ready') ready.resolve(frame.runtime);
      else if (frame.type === 'result') onResult(frame);
    },
    violation: (error) => {
      violation = error.message;
      void process.kill();
    },
    closed: () => void process.kill(),
  });

  void process.exited.then(async (exit) => {
    gone = true;
    const said = earlyError === '' ? '' : `: ${earlyError.trim()}`;
    ready.reject(
      new ReplError(
        'SandboxUnavailable',
        `The interpreter ended before it was ready (${describeExit(exit)})${said}`,
      ),
    );
    await pipes.drained(DRAIN_MS);
    pipes.flush();
    finish({ kind: 'died', exit, violation });
  });

  const timeout = setTimeout(() => {
    ready.reject(
      new ReplError(
        'SandboxUnavailable',
        `The interpreter did not answer within ${READY_TIMEOUT_MS} ms.`,
      ),
    );
  }, READY_TIMEOUT_MS);
  const runtime = await ready.promise
    .catch(async (error: unknown) => {
      await process.kill();
      throw error;
    })
    .finally(() => clearTimeout(timeout));

  return {
    runtime,
    get alive() {
      return !gone && violation === null;
    },
    adopt(hello, owner) {
      sink = owner;
      channel.send({ type: 'hello', ...hello });
    },
    run: (id, code) =>
      new Promise((settle) => {
        cell = { id, settle };
        if (gone) {
          void process.exited.then((exit) => finish({ kind: 'died', exit, violation }));
          return;
        }
        const boundary = randomId();
        marksClosed = false;
        pipes.expect(boundary);
        channel.send({ type: 'execute', id, boundary, code });
      }),
    interrupt() {
      if (cell === undefined) return;
      if (capabilities.interrupt === 'signal') process.interrupt();
      else channel.send({ type: 'interrupt', id: cell.id });
    },
    kill: () => process.kill(),
  };
}

export function describeExit({ code, signal }: ExitStatus): string {
  return signal ?? `exit code ${code ?? 'unknown'}`;
}

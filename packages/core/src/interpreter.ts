import { ReplError, type RuntimeInfo } from '@repltool/protocol';
import { deferred } from './deferred.ts';
import { openDriverChannel } from './driver/channel.ts';
import type {
  CheckpointOptions,
  DisplayFrame,
  DriverFrame,
  HostFrame,
  InputRequestFrame,
  ResultFrame,
} from './driver/frames.ts';
import type { CellPhase } from './driver/marks.ts';
import { createQuestions, type AnswerTo, type Question } from './driver/questions.ts';
import { createStateTransfer, type StateTransfer } from './driver/state-transfer.ts';
import { randomId } from './ids.ts';
import type { OutputStream } from './output/log.ts';
import { readOutputPipes } from './output/pipes.ts';
import type { RunnerCapabilities } from './ports/runner.ts';
import type { ExitStatus, ProcessSpec, Sandbox } from './ports/sandbox.ts';
import { awaitReady } from './ready.ts';
import { toRestoration, type Restoration } from './restoration.ts';
import type { StopTarget } from './stop.ts';

/** Longest wait for output still in the pipes when a result came without its marks, or the interpreter died. */
const DRAIN_MS = 500;
const MAX_EARLY_ERROR_CHARS = 2000;
/** A driver that has not gone back by then is not going to. */
const GOING_BACK_MS = 5000;
/** Code that a question makes run is interrupted after this long, and given up after twice as long. */
const QUESTION_MS = 1000;

export type CellOutcome =
  | { readonly kind: 'result'; readonly frame: ResultFrame }
  /** The interpreter is gone; `violation` says which rule of the protocol its driver broke, if that was why. */
  | { readonly kind: 'died'; readonly exit: ExitStatus; readonly violation: string | null }
  /** The interpreter is gone, and the driver goes on from an earlier state. */
  | ({ readonly kind: 'replaced' } & Restoration);

export type OutputSink = (stream: OutputStream, bytes: Buffer, phase: CellPhase) => void;

export interface Hello {
  readonly cwd: string;
  readonly environment: Record<string, string>;
  readonly mode: string;
  readonly checkpoints?: CheckpointOptions;
}

/** What an interpreter tells the session that has it. */
export interface InterpreterOwner {
  readonly output: OutputSink;
  /** The state after this cell can be gone back to. */
  safe(cell: string): void;
  /** It died while no cell ran, and the driver went on from an earlier state. */
  restored(restoration: Restoration): void;
  /** User code shows something. */
  displayed(frame: DisplayFrame): void;
  /** User code wants a line: `answer` gives it, or null for the end of input. */
  inputRequested(frame: InputRequestFrame, answer: (text: string | null) => void): void;
}

/** An interpreter with its driver, ready for cells, one at a time. */
export interface Interpreter extends StopTarget {
  readonly runtime: RuntimeInfo;
  /** False once the process is gone. */
  readonly alive: boolean;
  /** Gives the interpreter to a session. */
  adopt(hello: Hello, owner: InterpreterOwner): void;
  /** Runs a cell to its end, or to the interpreter's. Never rejects. */
  run(executionId: string, code: string): Promise<CellOutcome>;
  /** Between cells: back to the state after `cell`, or with null to the fresh one. Null when that cannot be done. */
  goBack(cell: string | null): Promise<Restoration | null>;
  /** Between cells: the state as it is outside of an interpreter. */
  readonly transfer: StateTransfer;
  /** Null when the driver has no answer in time. */
  ask<Asked extends Question>(question: Asked): Promise<AnswerTo<Asked> | null>;
}

interface RunningCell {
  readonly execute: Extract<HostFrame, { type: 'execute' }>;
  readonly settle: (outcome: CellOutcome) => void;
  /** Asked for before the driver had begun, when a signal would have been lost. */
  interruptWanted?: boolean;
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
  let owner: InterpreterOwner = {
    output(stream, bytes) {
      if (stream === 'stderr' && earlyError.length < MAX_EARLY_ERROR_CHARS)
        earlyError += bytes.toString();
    },
    safe: () => undefined,
    restored: () => undefined,
    displayed: () => undefined,
    inputRequested: (_frame, answer) => answer(null),
  };

  const finish = (outcome: CellOutcome): void => {
    const finished = cell;
    cell = undefined;
    clearTimeout(finished?.drainTimer);
    finished?.settle(outcome);
  };

  const pipes = readOutputPipes(process, {
    bytes: (stream, chunk, phase) => owner.output(stream, chunk, phase),
    begun: () => {
      if (cell?.interruptWanted === true) process.interrupt();
    },
    closed: () => {
      marksClosed = true;
      if (cell?.result !== undefined) finish({ kind: 'result', frame: cell.result });
    },
  });

  const onResult = (frame: ResultFrame): void => {
    if (cell === undefined || frame.id !== cell.execute.id || cell.result !== undefined) return;
    if (marksClosed) return finish({ kind: 'result', frame });
    cell.result = frame;
    cell.drainTimer = setTimeout(() => {
      pipes.flush();
      finish({ kind: 'result', frame });
    }, DRAIN_MS);
  };

  const onRestored = async (restoration: Restoration): Promise<void> => {
    if (cell === undefined) return owner.restored(restoration);
    const stopped = cell;
    await pipes.quiet(DRAIN_MS);
    if (cell !== stopped) return;
    if (!pipes.begun()) {
      owner.restored(restoration);
      return channel.send(stopped.execute);
    }
    pipes.flush();
    finish({ kind: 'replaced', ...restoration });
  };

  const onFrame = (frame: DriverFrame): void => {
    switch (frame.type) {
      case 'ready':
        return ready.resolve(frame.runtime);
      case 'result':
        return onResult(frame);
      case 'checkpoint':
        if (frame.cell !== null && frame.skipped === null) owner.safe(frame.cell);
        return;
      case 'restored':
        if (!questions.answered(frame)) void onRestored(toRestoration(frame));
        return;
      case 'refused':
      case 'completions':
      case 'inspection':
      case 'variables':
      case 'dumped':
      case 'loaded':
        questions.answered(frame);
        return;
      case 'dump-part':
        return transfer.piece(frame);
      case 'display':
      case 'clear':
        return owner.displayed(frame);
      case 'input-request':
        channel.assertRead();
        return owner.inputRequested(frame, (text) => {
          const { id } = frame;
          const reply = { type: 'input-reply', id } as const;
          channel.send(text === null ? reply : { ...reply, text: `${text}\n` });
        });
      case 'log':
        return;
    }
  };

  const channel = openDriverChannel(process, capabilities.framing, {
    frame: onFrame,
    violation: (error) => {
      violation = error.message;
      void process.kill();
    },
    closed() {
      // A cell may have put another program in the driver's place: that ends with it, or as any cell is ended.
      if (cell === undefined) void process.kill();
    },
  });
  const questions = createQuestions((frame) => channel.send(frame));
  const transfer = createStateTransfer(questions, (frame) => channel.send(frame));

  void process.exited.then(async (exit) => {
    gone = true;
    const ended = `The interpreter ended before it was ready (${describeExit(exit)}).`;
    ready.reject(
      new ReplError('SandboxUnavailable', ended, { cause: new Error(earlyError.trim()) }),
    );
    questions.giveUp();
    await pipes.drained(DRAIN_MS);
    pipes.flush();
    finish({ kind: 'died', exit, violation });
  });

  const runtime = await awaitReady(ready, () => process.kill());
  return {
    runtime,
    get alive() {
      return !gone && violation === null;
    },
    adopt(hello, session) {
      owner = session;
      channel.send({ type: 'hello', ...hello });
    },
    run: (id, code) =>
      new Promise((settle) => {
        const boundary = randomId();
        const execute = { type: 'execute', id, boundary, code } as const;
        cell = { execute, settle };
        if (gone) {
          void process.exited.then((exit) => finish({ kind: 'died', exit, violation }));
          return;
        }
        marksClosed = false;
        pipes.expect(boundary);
        channel.send(execute);
      }),
    interrupt() {
      if (cell === undefined) return;
      if (capabilities.interrupt === 'frame')
        channel.send({ type: 'interrupt', id: cell.execute.id });
      else if (pipes.begun()) process.interrupt();
      else cell.interruptWanted = true;
    },
    replace() {
      if (capabilities.checkpoints === true) process.terminate();
      return capabilities.checkpoints === true;
    },
    transfer,
    async goBack(target) {
      if (gone || capabilities.checkpoints !== true) return null;
      const question =
        target === null ? ({ type: 'reset' } as const) : ({ type: 'undo', cell: target } as const);
      const restored = await questions.ask(question, GOING_BACK_MS);
      return restored && toRestoration(restored);
    },
    async ask(question) {
      if (gone) return null;
      const nudge = setTimeout(() => {
        const cellRuns = cell !== undefined && pipes.begun();
        if (capabilities.interrupt === 'signal' && !cellRuns) process.interrupt();
      }, QUESTION_MS);
      try {
        return await questions.ask(question, 2 * QUESTION_MS);
      } finally {
        clearTimeout(nudge);
      }
    },
    kill: () => process.kill(),
  };
}

export function describeExit({ code, signal }: ExitStatus): string {
  return signal ?? `exit code ${code ?? 'unknown'}`;
}

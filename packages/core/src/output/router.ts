import type { CellPhase } from '../driver/marks.ts';
import { createStreamCapture, type StreamCapture } from './capture.ts';
import type { OutputLog, OutputOrigin, OutputStream } from './log.ts';

/** What the running cell has written so far. */
export interface CellOutput {
  readonly stdout: StreamCapture;
  readonly stderr: StreamCapture;
}

/** Tells each byte of a session's interpreter where it belongs: to the running cell, or, late, to one before. */
export interface OutputRouter {
  readonly receive: (stream: OutputStream, chunk: Buffer, phase: CellPhase) => void;
  /** @param exceeded called once when both streams together pass `limitBytes` */
  startCell(executionId: string, limitBytes: number, exceeded: () => void): CellOutput;
}

export function createOutputRouter(log: OutputLog): OutputRouter {
  let before: OutputOrigin = { executionId: null, late: true };
  let inside: OutputOrigin = before;
  let after: OutputOrigin = before;
  let cell: CellOutput | undefined;
  let remainingBytes = 0;
  let exceeded: () => void = () => undefined;

  return {
    receive(stream, chunk, phase) {
      if (phase !== 'inside' || cell === undefined) {
        return log.append(stream, chunk, phase === 'before' ? before : after);
      }
      cell[stream].push(chunk);
      log.append(stream, chunk, inside);
      const withinLimit = remainingBytes >= 0;
      remainingBytes -= chunk.length;
      if (withinLimit && remainingBytes < 0) exceeded();
    },
    startCell(executionId, limitBytes, onExceeded) {
      before = after;
      inside = { executionId, late: false };
      after = { executionId, late: true };
      remainingBytes = limitBytes;
      exceeded = onExceeded;
      cell = { stdout: createStreamCapture(limitBytes), stderr: createStreamCapture(limitBytes) };
      return cell;
    },
  };
}

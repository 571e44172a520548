import {
  completionSchema,
  displaySchema,
  exceptionSchema,
  mimeBundleSchema,
  variableSchema,
} from '@repltool/protocol';
import { z } from 'zod';

/** Version of the driver protocol, as a driver states it in `ready`. */
export const DRIVER_PROTOCOL = 1;

/** Longest frame accepted from a driver, in bytes; a longer one is a violation and ends the interpreter. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** Drivers cut `text` and leave `value` out beyond this many bytes, so that a result always fits a frame. */
export const MAX_RESULT_BYTES = 256 * 1024;

/** Which earlier states a driver is to keep. */
export interface CheckpointOptions {
  readonly when: 'idle' | 'every-cell';
  /** States kept; the oldest goes first. */
  readonly depth: number;
  /** No state is kept of an interpreter larger than this, in MiB. */
  readonly max_heap_mb: number;
}

/** Frames from the host to the driver. */
export type HostFrame =
  /** First frame of a session, after `ready`: the directory cells start in and the session's environment. */
  | {
      type: 'hello';
      cwd: string;
      environment: Record<string, string>;
      mode: string;
      checkpoints?: CheckpointOptions;
    }
  /** Runs a cell. `boundary` is 32 random hex digits; see docs/driver-protocol.md for the marks made of it. */
  | { type: 'execute'; id: string; boundary: string; code: string }
  /** Stops the cell `id`, if it still runs; only for drivers whose `interrupt` capability is `frame`. */
  | { type: 'interrupt'; id: string }
  /** Goes back to the state after `cell`; only for drivers with the `checkpoints` capability. */
  | { type: 'undo'; id: string; cell: string }
  /** Goes back to the state before the first cell; likewise. */
  | { type: 'reset'; id: string }
  /** Answers the `input-request` of that id; without a text, there is no more input. */
  | { type: 'input-reply'; id: string; text?: string }
  /** What could stand at `cursor`, in characters from the start; only with the `complete` capability. */
  | { type: 'complete'; id: string; code: string; cursor: number }
  /** What is known of the name at `cursor`; only with the `inspect` capability. */
  | { type: 'inspect'; id: string; code: string; cursor: number }
  /** The variables of the cells; only with the `variables` capability. */
  | { type: 'variables'; id: string }
  /** Gives the state after the last cell away; only with the `stateTransfer` capability. */
  | { type: 'dump'; id: string }
  /** A piece of the state that the `load` of the same id is about. */
  | { type: 'load-part'; id: string; data: string }
  /** Takes the pieces as the state of a fresh interpreter; likewise. */
  | { type: 'load'; id: string }
  /** Ends the driver in good order. */
  | { type: 'shutdown' };

const readySchema = z.object({
  type: z.literal('ready'),
  protocol: z.literal(DRIVER_PROTOCOL),
  runtime: z.object({ name: z.string().max(64), version: z.string().max(64) }),
});

const resultSchema = z.object({
  type: z.literal('result'),
  id: z.string().max(64),
  /** `denied`: stopped by the interpreter's own fence (imports, builtins); `exited`: the code ended the interpreter on purpose. */
  status: z.enum(['ok', 'error', 'interrupted', 'exited', 'denied']),
  /** The trailing value as JSON, where it is JSON. */
  value: z.json().optional(),
  /** The language's rendering of the trailing value; left out when there is none. */
  text: z.string().optional(),
  exception: exceptionSchema.optional(),
  exit_code: z.coerce.number().int().optional(),
});

const logSchema = z.object({ type: z.literal('log'), message: z.string() });

const checkpointSchema = z.object({
  type: z.literal('checkpoint'),
  /** The state after this cell is safe, unless `skipped` says why not; null: no state can be kept at all. */
  cell: z.string().max(64).nullable(),
  skipped: z.string().max(64).nullable(),
});

const lostNamesSchema = z.array(z.string().max(256)).max(1000);

const restoredSchema = z.object({
  type: z.literal('restored'),
  /** The `undo` or `reset` that asked for it; null when the interpreter died. */
  id: z.string().max(64).nullable(),
  /** The last cell of the state that is there now; null for a fresh one. */
  cell: z.string().max(64).nullable(),
  exit_code: z.int().nullable(),
  signal: z.int().nullable(),
  lost_names: lostNamesSchema,
});

const refusedSchema = z.object({ type: z.literal('refused'), id: z.string().max(64) });

const idSchema = z.string().max(64);

/** User code wants a line of input and waits for the `input-reply` of this id. */
const inputRequestFrameSchema = z.object({
  type: z.literal('input-request'),
  id: idSchema,
  prompt: z.string().max(65_536),
  password: z.boolean(),
});

/** The cell shows something besides its output, or changes what was shown under a `display_id`. */
const displayFrameSchema = z.object({
  type: z.literal('display'),
  action: z.enum(['show', 'update']),
  ...displaySchema.shape,
});

/** The cell takes away what it has shown, at once or when the next thing comes. */
const clearFrameSchema = z.object({ type: z.literal('clear'), wait: z.boolean() });

const completionsSchema = z.object({
  type: z.literal('completions'),
  id: idSchema,
  /** The range a completion replaces, in characters, `end` excluded. */
  start: z.coerce.number().int().min(0),
  end: z.coerce.number().int().min(0),
  items: z.array(completionSchema).max(1000),
});

const inspectionFrameSchema = z.object({
  type: z.literal('inspection'),
  id: idSchema,
  data: mimeBundleSchema.nullable(),
});

const variablesSchema = z.object({
  type: z.literal('variables'),
  id: idSchema,
  items: z.array(variableSchema).max(1000),
  total: z.coerce.number().int().min(0),
});

/** A piece of the state that `dump` asked for, in whatever text the driver reads again. */
const dumpPartSchema = z.object({ type: z.literal('dump-part'), id: idSchema, data: z.string() });

const dumpedSchema = z.object({
  type: z.literal('dumped'),
  id: idSchema,
  /** What is not in the pieces. */
  lost_names: lostNamesSchema,
});

const loadedSchema = z.object({
  type: z.literal('loaded'),
  id: idSchema,
  /** What was in the pieces and could not be made again. */
  lost_names: lostNamesSchema,
});

/** Frames from the driver to the host. Everything in them is hostile until it has passed here. */
export const driverFrameSchema = z.discriminatedUnion('type', [
  readySchema,
  resultSchema,
  checkpointSchema,
  restoredSchema,
  refusedSchema,
  inputRequestFrameSchema,
  displayFrameSchema,
  clearFrameSchema,
  completionsSchema,
  inspectionFrameSchema,
  variablesSchema,
  dumpPartSchema,
  dumpedSchema,
  loadedSchema,
  logSchema,
]);
export type DriverFrame = z.infer<typeof driverFrameSchema>;
export type ResultFrame = z.infer<typeof resultSchema>;
export type RestoredFrame = z.infer<typeof restoredSchema>;
export type ReadyFrame = z.infer<typeof readySchema>;
export type InputRequestFrame = z.infer<typeof inputRequestFrameSchema>;
export type ShowFrame = z.infer<typeof displayFrameSchema>;
export type DisplayFrame = ShowFrame | z.infer<typeof clearFrameSchema>;
export type DumpPartFrame = z.infer<typeof dumpPartSchema>;

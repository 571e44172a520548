import { exceptionSchema } from '@repltool/protocol';
import { z } from 'zod';

/** Version of the driver protocol, as a driver states it in `ready`. */
export const DRIVER_PROTOCOL = 1;

/** Longest frame accepted from a driver, in bytes; a longer one is a violation and ends the interpreter. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** Drivers cut `text` and leave `value` out beyond this many bytes, so that a result always fits a frame. */
export const MAX_RESULT_BYTES = 256 * 1024;

/** Frames from the host to the driver. */
export type HostFrame =
  /** First frame of a session, after `ready`: the directory cells start in and the session's environment. */
  | { type: 'hello'; cwd: string; environment: Record<string, string>; mode: string }
  /** Runs a cell. `boundary` is 32 random hex digits; see docs/driver-protocol.md for the marks made of it. */
  | { type: 'execute'; id: string; boundary: string; code: string }
  /** Stops the cell `id`, if it still runs; only for drivers whose `interrupt` capability is `frame`. */
  | { type: 'interrupt'; id: string }
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

/** Frames from the driver to the host. Everything in them is hostile until it has passed here. */
export const driverFrameSchema = z.discriminatedUnion('type', [
  readySchema,
  resultSchema,
  logSchema,
]);
export type DriverFrame = z.infer<typeof driverFrameSchema>;
export type ResultFrame = z.infer<typeof resultSchema>;
export type ReadyFrame = z.infer<typeof readySchema>;

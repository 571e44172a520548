import { z } from 'zod';
import { displaySchema } from './display.ts';
import { failureCodeSchema } from './errors.ts';
import { findingSchema } from './finding.ts';
import { MAX_CODE_BYTES, orDefault, timeoutMsSchema } from './limits.ts';
import { isolationTierSchema, sessionIdSchema } from './session.ts';

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

const codeSchema = z
  .string()
  .min(1, 'must not be empty')
  .refine((code) => code.isWellFormed(), 'must be Unicode text without lone surrogates')
  .refine(
    (code) => code.length * 3 <= MAX_CODE_BYTES || utf8Length(code) <= MAX_CODE_BYTES,
    `must be at most ${MAX_CODE_BYTES} bytes of UTF-8`,
  );

export const executionIdSchema = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, dashes and underscores');

/** What a cell that finds another one running does. */
const onBusySchema = z.enum(['queue', 'refuse']);

export const executeRequestSchema = z.strictObject({
  code: codeSchema,
  timeout_ms: orDefault(timeoutMsSchema),
  on_busy: onBusySchema.optional(),
  /** Whether the cell waits for a reply when it asks for input; else it gets end of file at once. */
  allow_stdin: z.boolean().optional(),
  /**
   * Chosen by the client so that it knows the cell's events from the start; random when left out. A request
   * with the id of an earlier one is that same request again: it waits for the one execution, or gets its result.
   */
  execution_id: executionIdSchema.optional(),
});
export type ExecuteRequest = z.infer<typeof executeRequestSchema>;

export const interruptRequestSchema = z.strictObject({
  /** Only this cell, running or waiting in the queue; the running one when left out. */
  execution_id: executionIdSchema.optional(),
});
export type InterruptRequest = z.infer<typeof interruptRequestSchema>;

export const interruptReplySchema = z.object({
  /** False when there was no such cell. */
  interrupted: z.boolean(),
});

export const undoRequestSchema = z.strictObject({
  /** Cells to go back, 1 when left out. */
  count: z.int().min(1).max(10_000).optional(),
});

export const executionStatusSchema = z.enum([
  'ok',
  'error',
  'timeout',
  'interrupted',
  'limit',
  'denied',
  'crashed',
  'exited',
]);
export type ExecutionStatus = z.infer<typeof executionStatusSchema>;

/** An error of the user's own code, in the language's terms. */
export const exceptionSchema = z.object({
  name: z.string(),
  message: z.string(),
  /** The language's own rendering, a line an entry; it names the cell's lines and nothing of the driver. */
  traceback: z.array(z.string()),
});
export type ExceptionInfo = z.infer<typeof exceptionSchema>;

const usageSchema = z.object({
  wall_ms: z.number(),
  /** CPU time of the whole process tree; null where the host cannot tell. */
  cpu_user_ms: z.number().nullable(),
  cpu_system_ms: z.number().nullable(),
  /** Highest memory of the whole process tree during the cell; null where the host cannot tell. */
  peak_memory_bytes: z.int().nullable(),
  /** Bytes written to stdout and stderr, kept or not. */
  output_bytes: z.int(),
  /** Processes alive when the cell ended; null where the host cannot tell. */
  processes: z.int().nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

/** What became of the session's variables, functions and imports. */
export const stateReportSchema = z.object({
  /** `kept`: as the cell left it. `restored`: as an earlier cell left it. `reset`: a fresh interpreter. */
  outcome: z.enum(['kept', 'restored', 'reset']),
  cause: z.string().optional(),
  /** Execution ids whose effects are gone: among them the cell itself, when the interpreter did not survive it. */
  lost_cells: z.array(z.string()),
  /** Names that could not be carried over, where they are known. */
  lost_names: z.array(z.string()),
  /** After an undo: whether the workspace went back as well. Its files stay where they were not kept, being too many. */
  files: z.enum(['kept', 'restored']).optional(),
});
export type StateReport = z.infer<typeof stateReportSchema>;

/** A stream of which only the head and the tail were kept. */
const truncationSchema = z.object({
  stream: z.enum(['stdout', 'stderr']),
  total_bytes: z.int(),
  kept_head_bytes: z.int(),
  kept_tail_bytes: z.int(),
});

const failureSchema = z.object({
  code: failureCodeSchema,
  /** Names the limit and the figure, where one was broken. */
  message: z.string(),
  hint: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;

export const executionResultSchema = z.object({
  session_id: sessionIdSchema,
  execution_id: z.string(),
  status: executionStatusSchema,
  /** The cell ended well: `status` is `ok`, or it is `exited` with exit code 0. */
  success: z.boolean(),
  /** What the cell wrote to stdout. */
  output: z.string(),
  /** What the cell wrote to stderr. */
  error: z.string(),
  /** The value of the trailing expression: as JSON where it is JSON, else its text; null where there is none. */
  result: z.json(),
  /** The language's own rendering of that value (`repr`, `util.inspect`); null where there is none. */
  result_text: z.string().nullable(),
  /** Rich results, in the order they were shown; that of the trailing value is the last. */
  displays: z.array(displaySchema),
  exception: exceptionSchema.nullable(),
  failure: failureSchema.nullable(),
  /** Exit status the cell ended with; null for a language that has none in this case. */
  exit_code: z.int().nullable(),
  execution_time_ms: z.int(),
  timestamp: z.iso.datetime(),
  usage: usageSchema,
  truncated: z.array(truncationSchema),
  state: stateReportSchema,
  findings: z.array(findingSchema),
  isolation: isolationTierSchema,
  /** Cursor of the output log just behind this cell. */
  output_cursor: z.int(),
});
export type ExecutionResult = z.infer<typeof executionResultSchema>;

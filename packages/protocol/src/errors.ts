import { z } from 'zod';

interface ErrorEntry {
  /** HTTP status of the problem document. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly hint: string;
}

/** Every error a caller can get instead of an answer. */
export const ERROR_TABLE = {
  InvalidRequest: {
    status: 400,
    retryable: false,
    hint: 'Correct the named fields and send the request again.',
  },
  InvalidSessionId: {
    status: 400,
    retryable: false,
    hint: 'A session id is 8 to 32 letters and digits.',
  },
  InvalidCodeInput: {
    status: 400,
    retryable: false,
    hint: 'Send 1 to 1048576 bytes of UTF-8 in `code`.',
  },
  InvalidResourceLimits: {
    status: 400,
    retryable: false,
    hint: 'Choose a value in the stated range, or leave the limit out for its default.',
  },
  UnsupportedLanguage: {
    status: 400,
    retryable: false,
    hint: 'GET /api/v1/runtimes lists the languages of this server.',
  },
  Unauthorized: {
    status: 401,
    retryable: false,
    hint: 'Send `Authorization: Bearer <token>`; the server prints its token when it starts.',
  },
  Forbidden: {
    status: 403,
    retryable: false,
    hint: 'Use the address and origin the server was started for.',
  },
  MaliciousCodeDetected: {
    status: 403,
    retryable: false,
    hint: 'See `findings` for the rule, the place and the mode that would allow it.',
  },
  NotFound: {
    status: 404,
    retryable: false,
    hint: 'Check the method and the path; the API is under /api/v1.',
  },
  SessionNotFound: {
    status: 404,
    retryable: false,
    hint: 'Create a session first; ids of ended sessions are forgotten after a while.',
  },
  FileNotFound: {
    status: 404,
    retryable: false,
    hint: 'List the directory; paths are relative to the workspace.',
  },
  ExecutionNotFound: {
    status: 404,
    retryable: false,
    hint: 'Only the results of the latest cells are kept; the history and the output log go back further.',
  },
  SessionAlreadyExists: {
    status: 409,
    retryable: false,
    hint: 'Leave `session_id` out to get a new one, or terminate the session that has it.',
  },
  SessionBusy: {
    status: 409,
    retryable: true,
    hint: 'Wait for the running cell, interrupt it, or let the cell queue.',
  },
  InputNotAwaited: {
    status: 409,
    retryable: false,
    hint: 'Answer the latest `input-request` of the running cell, once.',
  },
  NotSupported: {
    status: 409,
    retryable: false,
    hint: 'The runner of this language cannot do that.',
  },
  InvalidSnapshot: {
    status: 400,
    retryable: false,
    hint: 'Send the bytes of a snapshot of this language as they were given out.',
  },
  SnapshotNotPossible: {
    status: 409,
    retryable: false,
    hint: 'Delete large variables and files, and try again.',
  },
  UndoNotPossible: {
    status: 409,
    retryable: false,
    hint: 'Undo fewer cells, or reset the session.',
  },
  SessionTerminated: { status: 410, retryable: false, hint: 'Create a new session.' },
  SessionTimeout: {
    status: 410,
    retryable: false,
    hint: 'The session was idle for longer than its idle_timeout_s. Create a new one.',
  },
  PayloadTooLarge: { status: 413, retryable: false, hint: 'Send less at once.' },
  UnsupportedMediaType: {
    status: 415,
    retryable: false,
    hint: 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
  },
  RateLimited: { status: 429, retryable: true, hint: 'Wait before the next request.' },
  ConcurrentSessionLimit: {
    status: 429,
    retryable: true,
    hint: 'Terminate a session, or start the server with a higher REPLTOOL_MAX_SESSIONS.',
  },
  ExpressionLimitExceeded: {
    status: 429,
    retryable: false,
    hint: 'The session has run max_expressions cells. Create a new one, or ask for a higher limit.',
  },
  InternalError: {
    status: 500,
    retryable: true,
    hint: 'This is a fault of the server; its log has the details under the request id.',
  },
  SandboxUnavailable: {
    status: 503,
    retryable: false,
    hint: 'See `detail` for what this host lacks and how to mend it.',
  },
  ShuttingDown: {
    status: 503,
    retryable: true,
    hint: 'The server is stopping. Try again when it is back.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_TABLE;
export const errorCodeSchema = z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]]);

/** Why a cell that ran did not end well, as `failure.code` of its result. */
export const FAILURE_CODES = [
  'ExecutionError',
  'ExecutionTimeout',
  'ExecutionInterrupted',
  'ExecutionMemoryExceeded',
  'OutputLimitExceeded',
  'ResourceLimitExceeded',
  'SandboxViolation',
  'InterpreterCrashed',
] as const;
export const failureCodeSchema = z.enum(FAILURE_CODES);
export type FailureCode = z.infer<typeof failureCodeSchema>;

/** One field that was refused: which, what it held (shortened), and why. */
export const fieldIssueSchema = z.object({
  field: z.string(),
  value: z.string(),
  message: z.string(),
});
export type FieldIssue = z.infer<typeof fieldIssueSchema>;

const MARKER = Symbol.for('repltool.error');

/**
 * Misuse or broken infrastructure. Code in a cell that fails is a result, never one of these.
 * Test with `ReplError.isInstance`, which also knows an error made by another copy of this package.
 */
export class ReplError extends Error {
  readonly [MARKER] = true;
  readonly code: ErrorCode;
  /** The fields at fault, when the request was. */
  readonly issues: readonly FieldIssue[];
  /** Further members of the problem document, such as `findings`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      issues?: readonly FieldIssue[];
      details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ReplError';
    this.code = code;
    this.issues = options.issues ?? [];
    this.details = options.details ?? {};
  }

  static isInstance(error: unknown): error is ReplError {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}

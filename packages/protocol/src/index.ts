export {
  CHECKPOINT_DEPTH,
  CHECKPOINT_MAX_HEAP_MB,
  DEFAULT_RESOURCE_LIMITS,
  IDLE_TIMEOUT_S,
  MAX_CODE_BYTES,
  RESOURCE_LIMITS,
  TIMEOUT_MS,
  resourceLimitsSchema,
  type LimitBounds,
  type ResourceLimits,
  type ResourceLimitsRequest,
} from './limits.ts';
export {
  ERROR_TABLE,
  FAILURE_CODES,
  ReplError,
  errorCodeSchema,
  type ErrorCode,
  type FailureCode,
  type FieldIssue,
} from './errors.ts';
export { fromProblem, problemSchema, toProblem, type Problem } from './problem.ts';
export { parse } from './parse.ts';
export {
  SESSION_ID_PATTERN,
  isolationTierSchema,
  sandboxModeSchema,
  sessionConfigSchema,
  sessionIdSchema,
  sessionListSchema,
  sessionSchema,
  type IsolationTier,
  type RuntimeInfo,
  type SandboxMode,
  type SessionConfig,
  type SessionInfo,
  type SessionList,
  type SessionStatus,
} from './session.ts';
export type { MemberRules, SandboxModeRules } from './mode.ts';
export {
  exceptionSchema,
  executeRequestSchema,
  executionIdSchema,
  executionResultSchema,
  stateReportSchema,
  undoRequestSchema,
  interruptReplySchema,
  interruptRequestSchema,
  type ExceptionInfo,
  type ExecuteRequest,
  type ExecutionResult,
  type ExecutionStatus,
  type Failure,
  type InterruptRequest,
  type StateReport,
  type Usage,
} from './execution.ts';
export { codeRangeSchema, findingSchema, type CodeRange, type Finding } from './finding.ts';
export {
  outputEventSchema,
  outputPageSchema,
  outputQuerySchema,
  type OutputEvent,
  type OutputPage,
  type OutputQuery,
} from './output.ts';
export {
  historyPageSchema,
  historyQuerySchema,
  type HistoryEntry,
  type HistoryPage,
  type HistoryQuery,
} from './history.ts';
export { runtimeListSchema, runtimeSchema, type Runtime, type RuntimeList } from './runtime.ts';
export {
  SOCKET_EVENTS,
  SOCKET_REQUESTS,
  ackSchema,
  executionStartedSchema,
  type Ack,
  type ExecutionStarted,
  type SocketEvent,
  type SocketEventName,
  type SocketReply,
  type SocketRequest,
  type SocketRequestName,
} from './events.ts';
export {
  displayEventSchema,
  displaySchema,
  mimeBundleSchema,
  type Display,
  type DisplayEvent,
  type MimeBundle,
} from './display.ts';
export {
  inputReplySchema,
  inputRequestSchema,
  type InputReply,
  type InputRequest,
} from './input.ts';
export {
  codePositionSchema,
  completionListSchema,
  completionSchema,
  inspectionSchema,
  variableListSchema,
  variableSchema,
  type CodePosition,
  type Completion,
  type CompletionList,
  type Inspection,
  type Variable,
  type VariableList,
} from './assistance.ts';
export {
  MAX_FILE_BYTES,
  fileContentSchema,
  fileListSchema,
  filePathSchema,
  fileQuerySchema,
  fileWriteSchema,
  type FileContent,
  type FileList,
  type FileQuery,
  type FileWrite,
} from './files.ts';

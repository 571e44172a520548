export { createEngine, defaultRunners, type EngineOptions } from './engine.ts';
export type { ConnectionRecord, NetworkOptions, OperatorMount } from '@repltool/sandbox';
export type {
  Engine,
  ExecuteOptions,
  RunnerPlugin,
  Session,
  SessionListener,
} from '@repltool/core';
export {
  ReplError,
  type ErrorCode,
  type ExecutionResult,
  type HistoryPage,
  type OutputEvent,
  type SessionConfig,
  type SessionInfo,
} from '@repltool/protocol';

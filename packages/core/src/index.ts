export {
  SANDBOX_PATHS,
  type DirectoryEntry,
  type DriverFile,
  type ExitStatus,
  type FileEntry,
  type FileTree,
  type ProcessSpec,
  type ReadOnlyMount,
  type Sandbox,
  type SandboxBackend,
  type SandboxPlan,
  type SandboxUsage,
  type SandboxedProcess,
  type WorkspaceFiles,
} from './ports/sandbox.ts';
export type {
  HostInfo,
  InterpreterCandidate,
  LaunchPlan,
  LaunchRequest,
  PolicyRule,
  RunnerCapabilities,
  RunnerPlugin,
  TransformContext,
  TransformedCode,
} from './ports/runner.ts';
export type { PolicyChecker } from './ports/policy.ts';
export {
  DRIVER_PROTOCOL,
  MAX_FRAME_BYTES,
  MAX_RESULT_BYTES,
  driverFrameSchema,
  type CheckpointOptions,
  type DriverFrame,
  type HostFrame,
  type ReadyFrame,
  type ResultFrame,
} from './driver/frames.ts';
export type {
  Engine,
  ExecuteOptions,
  RestoredSession,
  RunReply,
  RunRequest,
  Session,
  SessionListener,
  SessionSnapshot,
} from './api.ts';
export { createEngine, type EngineOptions } from './engine.ts';
export { listDriverFiles } from './driver-files.ts';

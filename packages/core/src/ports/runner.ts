import type { Finding, ResourceLimits, SandboxModeRules } from '@repltool/protocol';
import type { DriverFile, ReadOnlyMount } from './sandbox.ts';

/** What a runner's driver can do. The conformance suite derives from it what it tests. */
export interface RunnerCapabilities {
  /** How a cell is interrupted: SIGINT to the process group, or an `interrupt` frame that the driver acts on. */
  readonly interrupt: 'signal' | 'frame';
  /** Frames as JSON lines, or in the field format for languages without JSON. */
  readonly framing: 'json' | 'fields';
  /** Whether a trailing expression has a value. Shells have exit codes instead. */
  readonly values: boolean;
  /** Whether every cell ends with an exit code of its own. */
  readonly exitCodes: boolean;
  /** Whether the driver keeps earlier states and goes back to them (docs/driver-protocol.md, Checkpoints). */
  readonly checkpoints?: boolean;
  /** Whether the driver gives its state away and takes it again. Without `checkpoints`, the host then keeps the states. */
  readonly stateTransfer?: boolean;
  /** Whether user code that reads input asks the client for it. */
  readonly stdin?: boolean;
  /** Whether cells can show rich results. */
  readonly richOutput?: boolean;
  readonly complete?: boolean;
  readonly inspect?: boolean;
  readonly variables?: boolean;
  /** Whether questions about code and variables are answered while a cell runs; else only between cells. */
  readonly concurrentQuestions?: boolean;
}

/** What a runner may ask of the host while it looks for interpreters. */
export interface HostInfo {
  /** Absolute real path of a program on the server's PATH, or null. */
  which(program: string): Promise<string | null>;
  /** Whether a host path exists. */
  exists(path: string): Promise<boolean>;
  /** Standard output of a trusted host program; null when it fails or takes over 5 s. */
  output(file: string, args: readonly string[]): Promise<string | null>;
}

/** An interpreter found on the host. `core` tries each inside the sandbox and keeps the first that answers. */
export interface InterpreterCandidate {
  /** Absolute real host path of the executable. */
  readonly executable: string;
  /** Directories the interpreter needs besides its executable and the system libraries. */
  readonly mounts: readonly ReadOnlyMount[];
}

export interface LaunchRequest {
  readonly candidate: InterpreterCandidate;
  readonly rules: SandboxModeRules;
  readonly limits: ResourceLimits;
}

/** How to start one interpreter process with its driver. */
export interface LaunchPlan {
  readonly argv: readonly string[];
  /** Added to the engine's own small set (PATH, HOME, LANG, TZ, TMPDIR…), which it may override. */
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly ReadOnlyMount[];
  readonly driverFiles: readonly DriverFile[];
}

export interface TransformContext {
  /** The name the session was created under: the plugin's language or one of its aliases. */
  readonly language: string;
}

/** A cell as the driver gets it, or the reason it cannot run, in the language's own terms. */
export type TransformedCode =
  | { readonly ok: true; readonly code: string }
  | {
      readonly ok: false;
      readonly name: string;
      readonly message: string;
      readonly traceback: readonly string[];
    };

/** A static rule a language adds to the policy. */
export interface PolicyRule {
  /** Unique, kebab-case, prefixed with the language. */
  readonly id: string;
  check(code: string, rules: SandboxModeRules): readonly Finding[];
}

/** A language. It says how to start an interpreter with a driver; `core` does everything else. */
export interface RunnerPlugin {
  readonly apiVersion: 1;
  /** The canonical name, lower case. */
  readonly language: string;
  readonly aliases?: readonly string[];
  readonly displayName: string;
  readonly editor: {
    readonly monacoLanguage: string;
    readonly fileExtension: string;
    readonly sample: string;
  };
  readonly capabilities: RunnerCapabilities;
  /** The least `max_memory_mb` this interpreter starts in. */
  readonly minMemoryMb: number;
  /** Candidates in order of preference; may be empty. */
  resolve(host: HostInfo): Promise<readonly InterpreterCandidate[]>;
  /** Pure: no I/O. */
  launch(request: LaunchRequest): LaunchPlan;
  /** Host-side rewrite of a cell before it is sent. */
  transform?(code: string, context: TransformContext): TransformedCode;
  readonly policyRules?: readonly PolicyRule[];
}

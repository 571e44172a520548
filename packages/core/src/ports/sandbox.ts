import type { Readable, Writable } from 'node:stream';
import type { IsolationTier, ResourceLimits, SandboxModeRules } from '@repltool/protocol';

/** Where things are inside every sandbox. */
export const SANDBOX_PATHS = {
  /** The session's own files; in a mode without writing, an empty read-only directory. */
  workspace: '/workspace',
  tmp: '/tmp',
  /** The driver files of the runner, read-only. */
  driver: '/opt/repltool/driver',
} as const;

/** A host path made visible, read-only, inside the sandbox. */
export interface ReadOnlyMount {
  /** Absolute host path of a file or directory. */
  readonly source: string;
  /** Absolute path inside; the same as `source` when left out. */
  readonly target?: string;
  /** When true, a missing `source` is passed over instead of refused. */
  readonly optional?: boolean;
}

/** A file handed in by descriptor, so that the sandbox's user need not be able to reach it on the host. */
export interface DriverFile {
  /** Absolute host path. */
  readonly source: string;
  /** Path under `SANDBOX_PATHS.driver`. */
  readonly name: string;
}

/** What a session's sandbox must be; `core` makes it of the mode's rules and the session's limits. */
export interface SandboxPlan {
  /** Unique among live sandboxes of this host process; letters and digits. */
  readonly id: string;
  readonly rules: SandboxModeRules;
  readonly limits: ResourceLimits;
}

/** One interpreter process to start in a sandbox. */
export interface ProcessSpec {
  /** Absolute paths inside the sandbox first; arguments as given. */
  readonly argv: readonly string[];
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly ReadOnlyMount[];
  readonly driverFiles: readonly DriverFile[];
}

export interface ExitStatus {
  /** Exit code, null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** An interpreter running in a sandbox, with its five descriptors. */
export interface SandboxedProcess {
  /** fd 0 of user code. */
  readonly stdin: Writable;
  /** fd 1 of user code, raw bytes. */
  readonly stdout: Readable;
  /** fd 2 of user code, raw bytes. */
  readonly stderr: Readable;
  /** fd 3: frames from the host. */
  readonly toDriver: Writable;
  /** fd 4: frames to the host. */
  readonly fromDriver: Readable;
  /** Settles once when the process is gone; never rejects. Output may still be in the pipes. */
  readonly exited: Promise<ExitStatus>;
  /** SIGINT to the driver and the foreground processes of the cell, as a terminal's Ctrl-C would send it. */
  interrupt(): void;
  /** SIGTERM to the same processes. */
  terminate(): void;
  /** SIGKILL to every process of the sandbox; resolves when none is left. May be called twice. */
  kill(): Promise<void>;
}

/** Cumulative figures over the sandbox's whole life; null where the host cannot tell. */
export interface SandboxUsage {
  readonly cpuUserMs: number | null;
  readonly cpuSystemMs: number | null;
  /** Highest since the last `resetPeak`. */
  readonly peakMemoryBytes: number | null;
  readonly processes: number | null;
  /** Processes the kernel killed for want of memory. */
  readonly oomKills: number;
  /** Times a process could not be made because of `max_processes`. */
  readonly processLimitHits: number;
}

interface EntryBase {
  /** Within the workspace, without a leading slash; its bytes, one a character. */
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
  /** Differs whenever the file was written to or replaced; means something to this workspace alone. */
  readonly identity: string;
}

export type FileEntry =
  | (EntryBase & { readonly kind: 'directory' })
  | (EntryBase & { readonly kind: 'link'; readonly target: string })
  | (EntryBase & { readonly kind: 'file'; readonly mtimeMs: number; readonly content: Buffer });

/** The files of a workspace at one moment. */
export interface FileTree {
  /** Directories before what is in them. */
  readonly entries: readonly FileEntry[];
  readonly bytes: number;
  /** Paths of what is not in it: sockets, pipes, devices. */
  readonly omitted: readonly string[];
}

export interface DirectoryEntry {
  /** Its bytes, one a character. */
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly size: number;
  readonly mtimeMs: number;
}

export interface DirectoryPage {
  readonly limit: number;
  /** Only names behind this one. */
  readonly after: string | undefined;
}

export interface DirectoryListing {
  readonly entries: readonly DirectoryEntry[];
  /** How many there are in all. */
  readonly total: number;
}

/**
 * The files of a session, read and written without following any link. Paths are as in `FileEntry`. All that is asked for
 * by path throws ReplError FileNotFound, InvalidRequest and, when the workspace is full, PayloadTooLarge.
 */
export interface WorkspaceFiles {
  /**
   * What is there now; what has not changed is taken from `before`. Null when it is too much to keep, or cannot be read.
   * @throws the signal's reason when it is aborted
   */
  capture(before: FileTree | null, signal?: AbortSignal): Promise<FileTree | null>;
  /** Makes the workspace what it was. Files with several names become several files. */
  restore(tree: FileTree): Promise<void>;
  /** What a directory holds, the first by the bytes of their names; the workspace has the empty path. */
  list(path: string, page: DirectoryPage): DirectoryListing;
  /** At most the first `limitBytes` of a file. */
  read(path: string, limitBytes: number): Buffer;
  /** Makes or replaces a file, and the directories it lies in. */
  write(path: string, content: Buffer): void;
  /** Removes a file, or a directory with all that is in it. */
  remove(path: string): Promise<void>;
}

/** A session's place on the host: workspace, limits, and the processes started in it, one at a time. */
export interface Sandbox extends AsyncDisposable {
  readonly isolation: IsolationTier;
  /** Host path of the workspace; null in a mode without one. It outlives the processes. */
  readonly workspace: string | null;
  /** Null where there is no workspace. */
  readonly files: WorkspaceFiles | null;
  /**
   * Starts a process. The previous one must have exited.
   * @throws ReplError SandboxUnavailable when the host refuses, with the reason and how to mend it.
   */
  launch(spec: ProcessSpec, signal?: AbortSignal): Promise<SandboxedProcess>;
  /** Tells whose it is from now on, for what the host logs of it; it may have been started ahead for anyone. */
  adopt?(sessionId: string): void;
  /** Whether somebody waits for what runs now: what is not urgent gets the processors after what is. */
  prioritise(urgent: boolean): void;
  /** Cheap and synchronous: it is read at both ends of every cell. */
  usage(): SandboxUsage;
  resetPeak(): void;
  /**
   * Path inside of a directory that has no room left within `max_disk_mb`; null when all have. Synchronous, and cheap
   * enough for the end of a cell that failed.
   */
  fullDirectory?(): string | null;
}

/** OS isolation. The built-in one is bubblewrap, in `@repltool/sandbox`. */
export interface SandboxBackend extends AsyncDisposable {
  readonly name: string;
  /**
   * The tier this host gives, found out by trying inside a throwaway sandbox; memoised.
   * @throws ReplError SandboxUnavailable when none can be had.
   */
  probe(): Promise<IsolationTier>;
  /** Prepares workspace and limits; starts nothing yet. Disposing removes everything, also what processes left behind. */
  create(plan: SandboxPlan): Promise<Sandbox>;
}

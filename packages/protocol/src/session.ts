import { z } from 'zod';
import {
  idleTimeoutSchema,
  orDefault,
  resourceLimitsRequestSchema,
  resourceLimitsSchema,
  checkpointDepthSchema,
  checkpointMaxHeapSchema,
} from './limits.ts';

export const SESSION_ID_PATTERN = /^[a-zA-Z0-9]{8,32}$/;
export const sessionIdSchema = z
  .string()
  .regex(SESSION_ID_PATTERN, 'must be 8 to 32 letters and digits');

export const sandboxModeSchema = z.enum(['strict', 'standard', 'relaxed']);
export type SandboxMode = z.infer<typeof sandboxModeSchema>;

/** What really confines a session, strongest first. */
export const isolationTierSchema = z.enum([
  'namespaces+seccomp+cgroup',
  'namespaces+seccomp+rlimit',
  'process',
]);
export type IsolationTier = z.infer<typeof isolationTierSchema>;

const sessionStatusSchema = z.enum(['active', 'idle', 'terminated', 'error']);
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

/** The interpreter a session runs on. */
export const runtimeInfoSchema = z.object({ name: z.string(), version: z.string() });
export type RuntimeInfo = z.infer<typeof runtimeInfoSchema>;

const NUL = '\0';
const environmentSchema = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a name of letters, digits and underscores'),
  z.string().refine((value) => !value.includes(NUL), 'must not hold a NUL byte'),
);

/** A request to create a session; everything but the language has a default. */
export const sessionConfigSchema = z.strictObject({
  language: z.string().min(1).max(32),
  sandbox_mode: sandboxModeSchema.default('standard'),
  session_id: sessionIdSchema.optional(),
  resource_limits: orDefault(resourceLimitsRequestSchema),
  idle_timeout_s: orDefault(idleTimeoutSchema),
  /** When the state is kept to go back to: after cells that no other follows at once (default), after every cell, never. */
  checkpoint: z.enum(['idle', 'every-cell', 'off']).optional(),
  checkpoint_depth: orDefault(checkpointDepthSchema),
  /** For Python, whose states are copies of the process. */
  checkpoint_max_heap_mb: orDefault(checkpointMaxHeapSchema),
  environment: environmentSchema.optional(),
  /** Where cells start; relative to the workspace, and inside it. */
  working_directory: z
    .string()
    .min(1)
    .max(4096)
    .refine((path) => !path.includes(NUL), 'must not hold a NUL byte')
    .optional(),
});
export type SessionConfig = z.input<typeof sessionConfigSchema>;

export const sessionSchema = z.object({
  session_id: sessionIdSchema,
  language: z.string(),
  sandbox_mode: sandboxModeSchema,
  created_at: z.iso.datetime(),
  last_activity: z.iso.datetime(),
  status: sessionStatusSchema,
  /** Cells run so far. */
  expression_count: z.int(),
  resource_limits: resourceLimitsSchema,
  idle_timeout_s: z.int(),
  isolation: isolationTierSchema,
  runtime: runtimeInfoSchema,
});
export type SessionInfo = z.infer<typeof sessionSchema>;

export const sessionListSchema = z.object({
  /** Live sessions, oldest first. */
  sessions: z.array(sessionSchema),
});
export type SessionList = z.infer<typeof sessionListSchema>;

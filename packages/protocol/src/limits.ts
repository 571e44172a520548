import { z } from 'zod';

/** The bounds of one limit; every value outside `min`–`max` is refused by name. */
export interface LimitBounds {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

/** Limits that hold for a whole session, keyed by their wire name. */
export const RESOURCE_LIMITS = {
  max_cpu_time: { default: 30, min: 1, max: 300, unit: 's' },
  max_memory_mb: { default: 256, min: 16, max: 4096, unit: 'MiB' },
  max_output_size: { default: 1_048_576, min: 1024, max: 10_485_760, unit: 'bytes' },
  max_expressions: { default: 1000, min: 1, max: 10_000, unit: 'cells' },
  max_processes: { default: 64, min: 1, max: 1024, unit: 'processes' },
  max_disk_mb: { default: 64, min: 1, max: 4096, unit: 'MiB' },
} as const satisfies Record<string, LimitBounds>;

/** Wall-clock deadline of one execution. Without one, a cell gets `max_cpu_time` seconds. */
export const TIMEOUT_MS = { min: 100, max: 300_000, unit: 'ms' } as const;

/** Earlier states of a session that are kept to go back to. */
export const CHECKPOINT_DEPTH = { default: 8, min: 1, max: 32, unit: 'states' } as const;

/** No state is kept of an interpreter that has grown larger, for the time it would take to copy. */
export const CHECKPOINT_MAX_HEAP_MB = { default: 256, min: 16, max: 4096, unit: 'MiB' } as const;

/** Seconds without activity after which a session expires. */
export const IDLE_TIMEOUT_S = { default: 300, min: 1, max: 86_400, unit: 's' } as const;

/** Largest cell, in bytes of UTF-8. */
export const MAX_CODE_BYTES = 1_048_576;

function bounded({ min, max, unit }: { min: number; max: number; unit: string }) {
  const message = `must be a whole number from ${min} to ${max} (${unit})`;
  return z.int(message).min(min, message).max(max, message);
}

/** A value that may be left out; null, as clients in other languages send it, is left out too. */
export function orDefault<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();
}

export const timeoutMsSchema = bounded(TIMEOUT_MS);
export const idleTimeoutSchema = bounded(IDLE_TIMEOUT_S);
export const checkpointDepthSchema = bounded(CHECKPOINT_DEPTH);
export const checkpointMaxHeapSchema = bounded(CHECKPOINT_MAX_HEAP_MB);

const MAX_CPU_TIME = bounded(RESOURCE_LIMITS.max_cpu_time);
const MAX_MEMORY_MB = bounded(RESOURCE_LIMITS.max_memory_mb);
const MAX_OUTPUT_SIZE = bounded(RESOURCE_LIMITS.max_output_size);
const MAX_EXPRESSIONS = bounded(RESOURCE_LIMITS.max_expressions);
const MAX_PROCESSES = bounded(RESOURCE_LIMITS.max_processes);
const MAX_DISK_MB = bounded(RESOURCE_LIMITS.max_disk_mb);

/** Limits in force for a session: every one has a value. */
export const resourceLimitsSchema = z.strictObject({
  max_cpu_time: MAX_CPU_TIME,
  max_memory_mb: MAX_MEMORY_MB,
  max_output_size: MAX_OUTPUT_SIZE,
  max_expressions: MAX_EXPRESSIONS,
  max_processes: MAX_PROCESSES,
  max_disk_mb: MAX_DISK_MB,
});
export type ResourceLimits = z.infer<typeof resourceLimitsSchema>;

/** Limits as asked for: what is left out takes its default. */
export const resourceLimitsRequestSchema = z.strictObject({
  max_cpu_time: orDefault(MAX_CPU_TIME),
  max_memory_mb: orDefault(MAX_MEMORY_MB),
  max_output_size: orDefault(MAX_OUTPUT_SIZE),
  max_expressions: orDefault(MAX_EXPRESSIONS),
  max_processes: orDefault(MAX_PROCESSES),
  max_disk_mb: orDefault(MAX_DISK_MB),
});
export type ResourceLimitsRequest = z.infer<typeof resourceLimitsRequestSchema>;

export const DEFAULT_RESOURCE_LIMITS: ResourceLimits = {
  max_cpu_time: RESOURCE_LIMITS.max_cpu_time.default,
  max_memory_mb: RESOURCE_LIMITS.max_memory_mb.default,
  max_output_size: RESOURCE_LIMITS.max_output_size.default,
  max_expressions: RESOURCE_LIMITS.max_expressions.default,
  max_processes: RESOURCE_LIMITS.max_processes.default,
  max_disk_mb: RESOURCE_LIMITS.max_disk_mb.default,
};

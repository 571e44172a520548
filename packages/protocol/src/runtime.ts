import { z } from 'zod';
import { isolationTierSchema, runtimeInfoSchema } from './session.ts';

/** A language this engine offers, as the playground and a client need to know it. */
export const runtimeSchema = z.object({
  language: z.string(),
  aliases: z.array(z.string()),
  display_name: z.string(),
  /** Null with `unavailable` set when no interpreter answered. */
  runtime: runtimeInfoSchema.nullable(),
  unavailable: z.string().optional(),
  editor: z.object({
    monaco_language: z.string(),
    file_extension: z.string(),
    sample: z.string(),
  }),
});
export type Runtime = z.infer<typeof runtimeSchema>;

export const runtimeListSchema = z.object({
  runtimes: z.array(runtimeSchema),
  isolation: isolationTierSchema,
});
export type RuntimeList = z.infer<typeof runtimeListSchema>;

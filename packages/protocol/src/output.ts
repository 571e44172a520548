import { z } from 'zod';

/** One piece of a session's output, numbered in the order of arrival. */
export const outputEventSchema = z.object({
  session_id: z.string(),
  /** Position in the session's output log, from 0, without gaps. */
  seq: z.int(),
  /** The cell that wrote it, or, for late output, the last one that ran; null before the first. */
  execution_id: z.string().nullable(),
  stream: z.enum(['stdout', 'stderr']),
  text: z.string(),
  /** Written after its cell had ended, by a thread, a timer or a background job. */
  late: z.boolean(),
});
export type OutputEvent = z.infer<typeof outputEventSchema>;

export const outputPageSchema = z.object({
  events: z.array(outputEventSchema),
  /** Pass it as `cursor` to read on. */
  next_cursor: z.int(),
  /** Events before this one have left the log. */
  first_available: z.int(),
});
export type OutputPage = z.infer<typeof outputPageSchema>;

/** Query strings carry numbers as text, so these coerce. */
export const outputQuerySchema = z.strictObject({
  cursor: z.coerce.number<number>().int().min(0).default(0),
  limit: z.coerce.number<number>().int().min(1).max(1000).default(100),
});
export type OutputQuery = z.input<typeof outputQuerySchema>;

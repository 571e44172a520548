import { z } from 'zod';
import { executionStatusSchema } from './execution.ts';
import { sessionIdSchema } from './session.ts';

const historyEntrySchema = z.object({
  execution_id: z.string(),
  code: z.string(),
  success: z.boolean(),
  status: executionStatusSchema,
  execution_time_ms: z.int(),
  timestamp: z.iso.datetime(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Query strings carry numbers as text, so these coerce. */
export const historyQuerySchema = z.strictObject({
  limit: z.coerce.number<number>().int().min(1).max(1000).default(50),
  offset: z.coerce.number<number>().int().min(0).default(0),
  order: z.enum(['newest', 'oldest']).default('oldest'),
});
export type HistoryQuery = z.input<typeof historyQuerySchema>;

export const historyPageSchema = z.object({
  session_id: sessionIdSchema,
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  executions: z.array(historyEntrySchema),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

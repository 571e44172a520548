import { z } from 'zod';
import { sandboxModeSchema } from './session.ts';

/** A place in a cell: lines from 1, columns from 1 in UTF-16 units, the end exclusive (the editor's terms). */
export const codeRangeSchema = z.object({
  start_line: z.int(),
  start_column: z.int(),
  end_line: z.int(),
  end_column: z.int(),
});
export type CodeRange = z.infer<typeof codeRangeSchema>;

/** Something the policy has to say of a cell. `deny` stops it before it runs. */
export const findingSchema = z.object({
  rule: z.string(),
  severity: z.enum(['deny', 'warn']),
  message: z.string(),
  hint: z.string(),
  range: codeRangeSchema,
  /** The next mode on the way to relaxed in which the rule says less: a denial is none, a warning is silent. Null when there is none. */
  allowed_in: sandboxModeSchema.nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

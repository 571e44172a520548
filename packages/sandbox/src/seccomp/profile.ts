import { ReplError } from '@repltool/protocol';
import { z } from 'zod';

const actionSchema = z.enum([
  'SCMP_ACT_ALLOW',
  'SCMP_ACT_ERRNO',
  'SCMP_ACT_LOG',
  'SCMP_ACT_TRAP',
  'SCMP_ACT_KILL',
  'SCMP_ACT_KILL_THREAD',
  'SCMP_ACT_KILL_PROCESS',
]);
export type SeccompAction = z.infer<typeof actionSchema>;

const operatorSchema = z.enum([
  'SCMP_CMP_EQ',
  'SCMP_CMP_NE',
  'SCMP_CMP_LT',
  'SCMP_CMP_LE',
  'SCMP_CMP_GE',
  'SCMP_CMP_GT',
  'SCMP_CMP_MASKED_EQ',
]);

const wordSchema = z.int().nonnegative();
const errnoSchema = z.int().min(0).max(4095);

/** A test of one 64-bit argument. For MASKED_EQ, `value` is the mask and `valueTwo` what must remain. */
const conditionSchema = z.strictObject({
  index: z.int().min(0).max(5),
  value: wordSchema,
  valueTwo: wordSchema.optional(),
  op: operatorSchema,
});
export type SeccompCondition = z.infer<typeof conditionSchema>;

const ruleSchema = z.strictObject({
  names: z.array(z.string().min(1)).min(1),
  action: actionSchema,
  errnoRet: errnoSchema.optional(),
  /** All must hold. */
  args: z.array(conditionSchema).optional(),
  comment: z.string().optional(),
});
export type SeccompRule = z.infer<typeof ruleSchema>;

/**
 * A filter in the OCI runtime specification's format. For a call with several rules the first whose conditions hold
 * decides; a call without one gets the default action.
 */
const profileSchema = z.strictObject({
  defaultAction: actionSchema,
  defaultErrnoRet: errnoSchema.optional(),
  /** For the reader: the filter is made for this machine's architecture, and kills calls of any other. */
  architectures: z.array(z.string()).optional(),
  syscalls: z.array(ruleSchema),
});
export type SeccompProfile = z.infer<typeof profileSchema>;

/** @throws ReplError InvalidRequest naming each member at fault */
export function parseSeccompProfile(input: unknown): SeccompProfile {
  const parsed = profileSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new ReplError('InvalidRequest', 'The seccomp profile is not in the OCI format.', {
    cause: parsed.error,
    issues: parsed.error.issues.map((issue) => ({
      field: issue.path.join('.'),
      value: '',
      message: issue.message,
    })),
  });
}

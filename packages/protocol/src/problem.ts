import { z } from 'zod';
import { ERROR_TABLE, ReplError, errorCodeSchema, fieldIssueSchema } from './errors.ts';

/** RFC 9457 problem details, with the members this API adds. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: errorCodeSchema,
  hint: z.string(),
  retryable: z.boolean(),
  request_id: z.string().optional(),
  issues: z.array(fieldIssueSchema).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** The problem document of an error; one that is not a `ReplError` gives InternalError and keeps its message to itself. */
export function toProblem(error: unknown, requestId?: string): Problem {
  const known = ReplError.isInstance(error)
    ? error
    : new ReplError('InternalError', 'The server could not handle the request.');
  const { status, retryable, hint } = ERROR_TABLE[known.code];
  return {
    type: `urn:repltool:error:${known.code}`,
    title: known.code,
    status,
    detail: known.message,
    code: known.code,
    hint,
    retryable,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(known.issues.length === 0 ? {} : { issues: [...known.issues] }),
    ...known.details,
  };
}

/** The error a problem document stands for, for clients that throw what the server refused. */
export function fromProblem(problem: Problem): ReplError {
  const { type, title, status, detail, code, hint, retryable, issues, ...details } = problem;
  return new ReplError(code, detail, { issues: issues ?? [], details });
}

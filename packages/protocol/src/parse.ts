import type { z } from 'zod';
import { ReplError, type ErrorCode, type FieldIssue } from './errors.ts';

const SHOWN_VALUE_LENGTH = 80;

/** A refused value in few words, whatever its size or depth. */
function showValue(value: unknown): string {
  switch (typeof value) {
    case 'string': {
      const isLong = value.length > SHOWN_VALUE_LENGTH;
      return `${JSON.stringify(value.slice(0, SHOWN_VALUE_LENGTH))}${isLong ? '…' : ''}`;
    }
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'nothing';
    default:
      if (value === null) return 'null';
      return Array.isArray(value) ? 'a list' : 'an object';
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  );
}

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'request';

function toIssues(issue: z.core.$ZodIssue, input: unknown): FieldIssue[] {
  const { path } = issue;
  switch (issue.code) {
    // Of a key it is the name that was refused, not what it holds.
    case 'invalid_key': {
      const message = issue.issues[0]?.message ?? issue.message;
      return [{ field: nameOf(path), value: showValue(path.at(-1)), message }];
    }
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        field: nameOf([...path, key]),
        value: showValue(valueAt(input, [...path, key])),
        message: 'is not a known field',
      }));
    default:
      return [
        { field: nameOf(path), value: showValue(valueAt(input, path)), message: issue.message },
      ];
  }
}

/** An unsafe whole number breaks the same bound in two ways. */
function withoutRepetitions(issues: readonly FieldIssue[]): FieldIssue[] {
  const known = new Map(issues.map((issue) => [`${issue.field} ${issue.message}`, issue]));
  return [...known.values()];
}

/** The error that says a field was refused belongs to the field, so that a client can react without reading prose. */
const CODE_OF_FIELD: Readonly<Record<string, ErrorCode>> = {
  session_id: 'InvalidSessionId',
  code: 'InvalidCodeInput',
  resource_limits: 'InvalidResourceLimits',
  timeout_ms: 'InvalidResourceLimits',
  idle_timeout_s: 'InvalidResourceLimits',
};

/**
 * What `schema` makes of `input`, the one gate of every trust boundary.
 * @throws ReplError naming each field, its value and the bound it broke.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = withoutRepetitions(parsed.error.issues.flatMap((issue) => toIssues(issue, input)));
  const root = String(parsed.error.issues[0]?.path[0] ?? '');
  const detail = issues
    .map(({ field, value, message }) => `${field}: ${message}, not ${value}`)
    .join('; ');
  throw new ReplError(CODE_OF_FIELD[root] ?? 'InvalidRequest', detail, { issues });
}

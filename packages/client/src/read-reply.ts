import type { z } from 'zod';
import { TransportError } from './transport-error.ts';

/** A reply as its schema describes it. @throws TransportError when it is something else. */
export function readReply<Schema extends z.ZodType>(
  schema: Schema,
  reply: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return parsed.data;
  throw new TransportError('unintelligible', 'The server sent a reply this client cannot read.', {
    cause: parsed.error,
  });
}

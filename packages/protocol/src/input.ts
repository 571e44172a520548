import { z } from 'zod';

/** Longest reply to a request for input, in characters. */
const MAX_INPUT_CHARS = 1_048_576;

/** A running cell asks for a line of input. */
export const inputRequestSchema = z.object({
  session_id: z.string(),
  execution_id: z.string(),
  request_id: z.string(),
  /** What the code asks; it is also part of the output, where the language prints prompts. */
  prompt: z.string(),
  /** The reply must not be shown while it is typed. */
  password: z.boolean(),
});
export type InputRequest = z.infer<typeof inputRequestSchema>;

/** The answer to it. */
export const inputReplySchema = z.strictObject({
  request_id: z.string().max(64),
  /** One line, without its line break; null is the end of input. */
  text: z
    .string()
    .max(MAX_INPUT_CHARS, `must be at most ${MAX_INPUT_CHARS} characters`)
    .refine((text) => !/[\r\n]/.test(text), 'must be one line, without its line break')
    .nullable(),
});
export type InputReply = z.infer<typeof inputReplySchema>;

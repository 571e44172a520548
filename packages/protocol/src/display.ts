import { z } from 'zod';

/** Representations of one thing by MIME type: text as such, JSON as JSON, images and other binary data in base64. */
export const mimeBundleSchema = z.record(z.string().max(127), z.json());
export type MimeBundle = z.infer<typeof mimeBundleSchema>;

/** A rich result: what a cell shows besides its output. */
export const displaySchema = z.object({
  /** Richest representation last chosen by whoever shows it; `text/plain` is there whenever the language has one. */
  data: mimeBundleSchema,
  /** Hints by MIME type, such as `{ "image/png": { "width": 640 } }`. */
  metadata: z.record(z.string().max(127), z.json()),
  /** Chosen by the code so that it can update this display later; null when it did not. */
  display_id: z.string().nullable(),
});
export type Display = z.infer<typeof displaySchema>;

/** A change of what a session shows. */
export const displayEventSchema = z.discriminatedUnion('action', [
  displaySchema.extend({
    session_id: z.string(),
    execution_id: z.string().nullable(),
    /** `show` adds it; `update` replaces every display with the same `display_id`, of whichever cell. */
    action: z.enum(['show', 'update']),
  }),
  z.object({
    session_id: z.string(),
    execution_id: z.string().nullable(),
    /** Takes away what the cell has shown so far, output included. */
    action: z.literal('clear'),
    /** Only when the next thing to show comes, so that nothing flickers. */
    wait: z.boolean(),
  }),
]);
export type DisplayEvent = z.infer<typeof displayEventSchema>;

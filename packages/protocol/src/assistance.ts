import { z } from 'zod';
import { MAX_CODE_BYTES } from './limits.ts';
import { mimeBundleSchema } from './display.ts';

/** Code as it stands in an editor, and where the cursor is. */
export const codePositionSchema = z
  .strictObject({
    code: z.string().max(MAX_CODE_BYTES),
    /** Offset in UTF-16 code units, as editors and JavaScript count, from 0 to the length of `code`. */
    cursor: z.int().min(0),
  })
  .refine(({ code, cursor }) => cursor <= code.length, {
    path: ['cursor'],
    error: 'must lie within the code: from 0 to its length',
  });
export type CodePosition = z.infer<typeof codePositionSchema>;

/** What a completion stands for, in the terms of the Language Server Protocol. */
const completionKindSchema = z.enum([
  'class',
  'constant',
  'file',
  'folder',
  'function',
  'keyword',
  'method',
  'module',
  'property',
  'text',
  'value',
  'variable',
]);

export const completionSchema = z.object({
  /** The text to put in place of the replaced range. */
  text: z.string().max(1024),
  kind: completionKindSchema,
  /** One line: a type or a signature. */
  detail: z.string().max(1024).optional(),
});
export type Completion = z.infer<typeof completionSchema>;

export const completionListSchema = z.object({
  /** Range of the code that a completion replaces, in UTF-16 code units, `end` excluded. */
  replace: z.object({ start: z.int(), end: z.int() }),
  completions: z.array(completionSchema),
});
export type CompletionList = z.infer<typeof completionListSchema>;

export const inspectionSchema = z.object({
  /** What is known of the name at the cursor: `text/plain`, `text/markdown`; null when there is nothing to say. */
  data: mimeBundleSchema.nullable(),
});
export type Inspection = z.infer<typeof inspectionSchema>;

export const variableSchema = z.object({
  name: z.string().max(1024),
  /** The language's own name of the type. */
  type: z.string().max(256),
  /** The value on one line, cut to some length. */
  value: z.string().max(1024),
  /** Bytes or elements, where the language tells cheaply: `shape` as it says it, such as `3 × 4` or `12 items`. */
  shape: z.string().max(256).optional(),
});
export type Variable = z.infer<typeof variableSchema>;

export const variableListSchema = z.object({
  variables: z.array(variableSchema),
  /** How many there are; more than are listed when the list was cut. */
  total: z.int(),
});
export type VariableList = z.infer<typeof variableListSchema>;

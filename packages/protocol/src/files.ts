import { z } from 'zod';

/** Largest file that is read or written in one request, in bytes. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** A path within the workspace; the empty one is the workspace itself. */
export const filePathSchema = z
  .string()
  .max(4096)
  .refine((path) => path.isWellFormed() && !path.includes('\0'), 'must be text without NUL')
  .refine(
    (path) => path === '' || path.split('/').every((name) => !['', '.', '..'].includes(name)),
    'must lie within the workspace: no leading or doubled slash, no `.` or `..`',
  );

export const fileQuerySchema = z.strictObject({
  path: filePathSchema.default(''),
  limit: z.coerce.number<number>().int().min(1).max(1000).default(1000),
  /** Only names behind this one, to read on. */
  after: z.string().max(1024).optional(),
});
export type FileQuery = z.input<typeof fileQuerySchema>;

const fileEntrySchema = z.object({
  /** A name that is no UTF-8 has `\xNN` for its bytes; it cannot be asked for, and `escaped` says so. */
  name: z.string(),
  kind: z.enum(['file', 'directory', 'link', 'other']),
  size_bytes: z.number(),
  modified_at: z.iso.datetime(),
  escaped: z.literal(true).optional(),
});

export const fileListSchema = z.object({
  path: z.string(),
  /** By name, directories among the files. */
  entries: z.array(fileEntrySchema),
  /** How many there are in all. */
  total: z.int(),
});
export type FileList = z.infer<typeof fileListSchema>;

const encodingSchema = z.enum(['utf8', 'base64']);

export const fileWriteSchema = z.strictObject({
  content: z.string(),
  /** How `content` stands for the bytes; UTF-8 text when left out. */
  encoding: encodingSchema.default('utf8'),
});
export type FileWrite = z.input<typeof fileWriteSchema>;

export const fileContentSchema = z.object({
  path: z.string(),
  content: z.string(),
  /** `utf8` where the bytes are that, else `base64`. */
  encoding: encodingSchema,
  size_bytes: z.int(),
});
export type FileContent = z.infer<typeof fileContentSchema>;

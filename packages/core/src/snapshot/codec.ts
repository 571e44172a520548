import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ReplError } from '@repltool/protocol';
import { z } from 'zod';
import type { FileEntry } from '../ports/sandbox.ts';
import type { Snapshot } from './snapshot.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const FORMAT = 'repltool-snapshot';
const VERSION = 1;
const MAX_HEADER_BYTES = 256;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');
/** Of the snapshot as it comes, and unpacked. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Values in the JSON: each takes up far more memory than its text. */
const MAX_VALUES = 300_000;
const MAX_FILES = 20_000;
/** A path has at most so many steps of 255 bytes. */
const MAX_DEPTH = 101;
/** What a Date can hold. */
const MAX_TIME_MS = 8.64e15;

const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  /** SHA-256 of all that follows the header's line, in hexadecimal digits. */
  sha256: z.string(),
});

const isBytes = (text: string): boolean => Buffer.from(text, 'latin1').toString('latin1') === text;

/** No step of it leads out of the workspace. */
const pathSchema = z
  .string()
  .refine((path) => isBytes(path) && !path.includes('\0'), 'must be bytes other than NUL')
  .refine((path) => path.split('/').every((name) => !['', '.', '..'].includes(name)), {
    error: 'must lie within the workspace',
  })
  .refine((path) => path.split('/', MAX_DEPTH + 1).length <= MAX_DEPTH, 'is too deep');
const entryBase = { path: pathSchema, mode: z.int().min(0).max(0o1777) };
const entrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...entryBase, kind: z.literal('directory') }),
  z.strictObject({
    ...entryBase,
    kind: z.literal('link'),
    target: z.string().max(4096).refine(isBytes),
  }),
  z.strictObject({
    ...entryBase,
    kind: z.literal('file'),
    mtime_ms: z.number().min(-MAX_TIME_MS).max(MAX_TIME_MS),
    content: z.base64(),
  }),
]);

const bodySchema = z.strictObject({
  language: z.string(),
  runtime: z.strictObject({ name: z.string(), version: z.string() }),
  created_at: z.iso.datetime(),
  state: z.strictObject({ pieces: z.array(z.string()), lost_names: z.array(z.string()) }),
  files: z.array(entrySchema).max(MAX_FILES),
  omitted_files: z.array(z.string()),
});

type WireEntry = z.infer<typeof entrySchema>;

function toWire(entry: FileEntry): WireEntry {
  const { path, mode } = entry;
  switch (entry.kind) {
    case 'directory':
      return { path, mode, kind: 'directory' };
    case 'link':
      return { path, mode, kind: 'link', target: entry.target };
    case 'file':
      return {
        path,
        mode,
        kind: 'file',
        mtime_ms: entry.mtimeMs,
        content: entry.content.toString('base64'),
      };
  }
}

function fromWire(entry: WireEntry): FileEntry {
  const { path, mode } = entry;
  // Of no workspace yet, so that it is like no file that is there.
  const base = { path, mode, identity: '' };
  switch (entry.kind) {
    case 'directory':
      return { ...base, kind: 'directory' };
    case 'link':
      return { ...base, kind: 'link', target: entry.target };
    case 'file':
      return {
        ...base,
        kind: 'file',
        mtimeMs: entry.mtime_ms,
        content: Buffer.from(entry.content, 'base64'),
      };
  }
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function refuse(reason: string, cause?: unknown): ReplError {
  return new ReplError('InvalidSnapshot', `snapshot: ${reason}`, { cause });
}

/** Whether it is worth parsing: what is not is found out without parsing it. */
function isBounded(json: Uint8Array): boolean {
  if (json.length > MAX_BYTES) return false;
  let values = 0;
  let inString = false;
  for (let at = 0; at < json.length && values <= MAX_VALUES; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
  return values <= MAX_VALUES;
}

/** Null when it is longer than any string can be. */
function toJson(body: unknown): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(body));
  } catch {
    return null;
  }
}

/**
 * A line of JSON with the version and a digest, then the rest, compressed.
 * @throws ReplError SnapshotNotPossible when it would be more than is read again
 */
export async function encodeSnapshot(snapshot: Snapshot): Promise<Uint8Array> {
  const body: z.infer<typeof bodySchema> = {
    language: snapshot.language,
    runtime: snapshot.runtime,
    created_at: snapshot.createdAt,
    state: { pieces: [...snapshot.state.pieces], lost_names: [...snapshot.state.lostNames] },
    files: snapshot.files.entries.map(toWire),
    omitted_files: [...snapshot.files.omitted],
  };
  const json = toJson(body);
  if (json === null || !isBounded(json)) {
    throw new ReplError('SnapshotNotPossible', 'The state and the files are too large together.');
  }
  const packed = await compress(json);
  const header = { format: FORMAT, version: VERSION, sha256: digestOf(packed) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), packed]);
}

/** @throws ReplError InvalidSnapshot when it is damaged, of another version, or no snapshot */
export async function decodeSnapshot(bytes: Uint8Array): Promise<Snapshot> {
  if (bytes.length > MAX_BYTES) throw refuse(`must be at most ${MAX_BYTES} bytes`);
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(0x0a);
  const header = headerSchema.safeParse(readJson(bytes.subarray(0, Math.max(end, 0))));
  if (!header.success) throw refuse('is not a snapshot of a session');
  if (header.data.version !== VERSION) {
    throw refuse(`is of version ${header.data.version}; this engine reads version ${VERSION}`);
  }
  const packed = bytes.subarray(end + 1);
  if (digestOf(packed) !== header.data.sha256) throw refuse('is damaged: its digest does not fit');
  const unpacked = await decompress(packed, { maxOutputLength: MAX_BYTES }).catch((cause) => {
    throw refuse('cannot be unpacked', cause);
  });
  if (!isBounded(unpacked)) throw refuse('holds too many things');
  const body = bodySchema.safeParse(readJson(unpacked));
  if (!body.success) throw refuse('holds something else than a session', body.error);
  const { language, runtime, created_at: createdAt, state, files, omitted_files } = body.data;
  const entries = files.map(fromWire);
  return {
    language,
    runtime,
    createdAt,
    state: {
      pieces: state.pieces,
      chars: state.pieces.reduce((sum, piece) => sum + piece.length, 0),
      lostNames: state.lost_names,
    },
    files: {
      entries,
      bytes: entries.reduce(
        (sum, entry) => sum + (entry.kind === 'file' ? entry.content.length : 0),
        0,
      ),
      omitted: omitted_files,
    },
  };
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}

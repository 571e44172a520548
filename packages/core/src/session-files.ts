import {
  MAX_FILE_BYTES,
  ReplError,
  filePathSchema,
  fileQuerySchema,
  fileWriteSchema,
  parse,
  type FileContent,
  type FileList,
  type FileQuery,
  type FileWrite,
} from '@repltool/protocol';
import type { DirectoryEntry, WorkspaceFiles } from './ports/sandbox.ts';

/** A session's workspace. Every method throws ReplError FileNotFound, InvalidRequest, NotSupported in strict mode. */
export interface SessionFiles {
  list(query?: FileQuery): FileList;
  /** @throws ReplError PayloadTooLarge for a file of more than 4 MiB */
  read(path: string): FileContent;
  /** Makes or replaces a file, and the directories it lies in. @throws ReplError PayloadTooLarge */
  write(path: string, file: FileWrite): void;
  /** Removes a file, or a directory with all that is in it. */
  remove(path: string): Promise<void>;
}

const toBytes = (text: string): string => Buffer.from(text).toString('latin1');

function toText(bytes: Buffer): string | null {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : null;
}

/** Bytes as `\xNN` where they are no printable ASCII. */
function escape(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function toEntry({ name, kind, size, mtimeMs }: DirectoryEntry): FileList['entries'][number] {
  const bytes = Buffer.from(name, 'latin1');
  const text = toText(bytes);
  return {
    name: text ?? escape(bytes),
    kind,
    size_bytes: size,
    modified_at: new Date(mtimeMs).toISOString(),
    ...(text === null ? { escaped: true } : {}),
  };
}

function tooLarge(what: string): ReplError {
  return new ReplError('PayloadTooLarge', `${what} has more than ${MAX_FILE_BYTES} bytes.`);
}

/** The path as the workspace has it. */
function pathOf(input: string): string {
  const path = parse(filePathSchema, input);
  if (path !== '') return toBytes(path);
  throw new ReplError('InvalidRequest', 'path: must name something in the workspace');
}

export function createSessionFiles(files: WorkspaceFiles | null): SessionFiles {
  const workspace = (): WorkspaceFiles => {
    if (files !== null) return files;
    throw new ReplError('NotSupported', 'A session in this mode has no files.');
  };

  return {
    list(input = {}) {
      const { path, limit, after } = parse(fileQuerySchema, input);
      const behind = after === undefined ? undefined : toBytes(after);
      const { entries, total } = workspace().list(toBytes(path), { limit, after: behind });
      return { path, entries: entries.map(toEntry), total };
    },
    read(path) {
      const bytes = workspace().read(pathOf(path), MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) throw tooLarge(path);
      const text = toText(bytes);
      return {
        path,
        content: text ?? bytes.toString('base64'),
        encoding: text === null ? 'base64' : 'utf8',
        size_bytes: bytes.length,
      };
    },
    write(path, file) {
      const { content, encoding } = parse(fileWriteSchema, file);
      const bytes = Buffer.from(content, encoding);
      if (bytes.length > MAX_FILE_BYTES) throw tooLarge('content');
      workspace().write(pathOf(path), bytes);
    },
    remove: async (path) => workspace().remove(pathOf(path)),
  };
}

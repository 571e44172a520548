import type { BigIntStats } from 'node:fs';
import type { DirectoryEntry, WorkspaceFiles } from '@repltool/core';
import { ReplError } from '@repltool/protocol';
import type { HostUser } from '../host/sandbox-user.ts';
import { Directory, MAX_DEPTH, TooDeep, modificationTime } from './directory.ts';
import { Pace } from './pace.ts';

const USUAL_MODE = 0o644;
/** A directory with more is not listed. */
const MAX_NAMES = 100_000;

type Browsing = Pick<WorkspaceFiles, 'list' | 'read' | 'write' | 'remove'>;

function kindOf(stat: BigIntStats): DirectoryEntry['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'directory';
  return stat.isSymbolicLink() ? 'link' : 'other';
}

const say = (path: string): string => JSON.stringify(Buffer.from(path, 'latin1').toString());

function notAFile(path: string): ReplError {
  return new ReplError(
    'InvalidRequest',
    `path: ${say(path)} is not a file; links are not followed.`,
  );
}

/** In the client's terms. */
function refusal(path: string, error: unknown): unknown {
  if (error instanceof TooDeep) {
    return new ReplError(
      'InvalidRequest',
      `path: ${say(path)} is more than ${MAX_DEPTH} directories deep; let a cell remove it.`,
    );
  }
  if (!(error instanceof Error && 'code' in error) || ReplError.isInstance(error)) return error;
  return refusalOf(path, String(error.code)) ?? error;
}

function refusalOf(path: string, code: string): ReplError | undefined {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ReplError('FileNotFound', `path: there is no ${say(path)} in the workspace.`);
    case 'ELOOP':
    case 'EISDIR':
    case 'ENXIO':
      return new ReplError(
        'InvalidRequest',
        `path: ${say(path)} is not a file; links are not followed.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new ReplError('PayloadTooLarge', 'The workspace is full (max_disk_mb).');
    case 'EACCES':
    case 'EPERM':
    case 'ENAMETOOLONG':
      return new ReplError('InvalidRequest', `path: ${say(path)} cannot be used (${code}).`);
    default:
      return undefined;
  }
}

/** Single files of a workspace, for a client that asks; whatever the cells do with it meanwhile. */
export function openBrowsing(root: string, owner: HostUser | undefined): Browsing {
  /** Does `work` in the directory that `path` names or, without `whole`, the one that it lies in. */
  const within = <Answer>(
    path: string,
    work: (directory: Directory, name: string) => Answer,
    { whole = false, make = false } = {},
  ): Answer => {
    const names = path === '' ? [] : path.split('/');
    const last = whole ? '' : (names.pop() ?? '');
    const step = (directory: Directory, left: readonly string[]): Answer => {
      const [name, ...rest] = left;
      if (name === undefined) return work(directory, last);
      using child = directory.enter(name, make, owner);
      return step(child, rest);
    };
    try {
      using directory = Directory.open(root);
      return step(directory, names);
    } catch (error) {
      throw refusal(path, error);
    }
  };

  return {
    list: (path, { limit, after }) =>
      within(
        path,
        (directory) => {
          const names = directory.names(MAX_NAMES).sort();
          if (names.length > MAX_NAMES) {
            throw new ReplError(
              'PayloadTooLarge',
              `path: ${say(path)} holds more than ${MAX_NAMES} names.`,
            );
          }
          const page = names.filter((name) => after === undefined || name > after).slice(0, limit);
          const entries = page.map((name) => {
            const stat = directory.stat(name);
            const mtimeMs = modificationTime(stat);
            return { name, kind: kindOf(stat), size: Number(stat.size), mtimeMs };
          });
          return { entries, total: names.length };
        },
        { whole: true },
      ),
    read: (path, limitBytes) =>
      within(path, (directory, name) => {
        if (!directory.stat(name).isFile()) throw notAFile(path);
        return directory.read(name, limitBytes);
      }),
    write: (path, content) =>
      within(
        path,
        (directory, name) => {
          if (directory.has(name)) {
            if (directory.stat(name).isDirectory()) throw notAFile(path);
            directory.unlink(name);
          }
          directory.write(name, content, USUAL_MODE, Date.now(), owner);
        },
        { make: true },
      ),
    async remove(path) {
      const { directory, name } = within(path, (found, last) => ({
        directory: found.child('.'),
        name: last,
      }));
      using parent = directory;
      try {
        await parent.remove(name, new Pace());
      } catch (error) {
        throw refusal(path, error);
      }
    },
  };
}

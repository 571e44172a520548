import { realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { ReplError, type FieldIssue } from '@repltool/protocol';

/** A place of the host that the operator shows to sessions in relaxed mode. */
export interface OperatorMount {
  /** Absolute host path of a file or directory; symbolic links are followed once, at the start. */
  readonly source: string;
  /** Absolute path inside; that of the source when left out. */
  readonly target?: string;
  /** Read-only when left out. Where sandboxes have users of their own, everyone must have the right to write to it. */
  readonly writable?: boolean;
}

export type SettledMount = Required<OperatorMount>;

/** What the sandbox builds itself; nothing may be shown in, over or above it. */
const BUILT = [
  ...['/proc', '/sys', '/dev', '/usr', '/etc', '/opt/repltool', '/workspace', '/tmp', '/bin'],
  ...['/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
];
const KERNEL = ['/proc', '/sys', '/dev'];
const MAX_VALUE = 200;

/**
 * Checks the mounts, and finds where their sources really are.
 * @throws ReplError InvalidRequest naming each member at fault
 */
export function settleOperatorMounts(mounts: readonly OperatorMount[]): readonly SettledMount[] {
  const settled = mounts.map(({ source, target = source, writable = false }) => ({
    source: realPath(source),
    target,
    writable,
  }));
  const issues = mounts.flatMap((mount, index) => {
    const { source, target, writable } = settled[index] ?? { source: null, target: '' };
    const issue = (member: string, value: string, message: string): FieldIssue => ({
      field: `mounts.${index}.${member}`,
      value: value.slice(0, MAX_VALUE),
      message,
    });
    if (!isPlainPath(mount.source))
      return [issue('source', mount.source, 'must be an absolute path without `.` and `..`')];
    if (source === null)
      return [issue('source', mount.source, 'must be a file or directory that is there')];
    if (source === '/' || KERNEL.some((kernel) => isWithin(source, kernel)))
      return [issue('source', source, 'must not be the root or one of /proc, /sys and /dev')];
    if (!isPlainPath(target))
      return [issue('target', target, 'must be an absolute path without `.` and `..`')];
    if (BUILT.some((built) => isWithin(target, built) || isWithin(built, target)))
      return [issue('target', target, `must lie outside of ${BUILT.join(', ')}`)];
    if (settled.some((other, before) => before < index && isWithin(target, other.target)))
      return [issue('target', target, 'must not lie in the target of another mount')];
    if (writable === true && !isWritableForSandboxes(source))
      return [issue('writable', source, 'needs a directory everyone may write to (chmod o+w)')];
    return [];
  });
  if (issues.length > 0)
    throw new ReplError(
      'InvalidRequest',
      issues.map(({ field, message, value }) => `${field} ${message}, not ${value}`).join('; '),
      { issues },
    );
  return settled.flatMap(({ source, ...rest }) => (source === null ? [] : [{ source, ...rest }]));
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isPlainPath(path: string): boolean {
  return path.startsWith('/') && path !== '/' && posix.normalize(path) === path && isText(path);
}

function isText(path: string): boolean {
  return !path.includes('\0') && !path.endsWith('/');
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

const WRITABLE_FOR_OTHERS = 0o002;

/** As root, the server gives each sandbox another user. */
function isWritableForSandboxes(path: string): boolean {
  return process.getuid?.() !== 0 || (statSync(path).mode & WRITABLE_FOR_OTHERS) !== 0;
}

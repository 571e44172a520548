import { posix } from 'node:path';
import { ReplError, type SandboxModeRules } from '@repltool/protocol';
import { SANDBOX_PATHS } from './ports/sandbox.ts';

/**
 * Where cells start, as an absolute path inside the sandbox. The driver makes the directory if need be.
 * @throws ReplError InvalidRequest when it lies outside of what the mode lets a session write
 */
export function settleWorkingDirectory(asked: string | undefined, rules: SandboxModeRules): string {
  const path = posix.resolve(SANDBOX_PATHS.workspace, asked ?? '.');
  const roots = rules.writable === 'none' ? [] : [SANDBOX_PATHS.workspace, SANDBOX_PATHS.tmp];
  const allowed =
    path === SANDBOX_PATHS.workspace ||
    roots.some((root) => path === root || path.startsWith(`${root}/`));
  if (allowed) return path;
  const message =
    rules.writable === 'none'
      ? `must be ${SANDBOX_PATHS.workspace} in ${rules.mode} mode, which has nothing to write to`
      : `must be inside ${roots.join(' or ')}`;
  throw new ReplError('InvalidRequest', `working_directory: ${message}, not ${path}`, {
    issues: [{ field: 'working_directory', value: path, message }],
  });
}

import { execFile } from 'node:child_process';
import type { HostUser } from './sandbox-user.ts';

const TIMEOUT_MS = 10_000;

/**
 * Runs a trusted program of the host to its end.
 * @throws Error with what it said on stderr when it fails
 */
export function runProgram(
  file: string,
  args: readonly string[],
  user?: HostUser,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      file,
      args,
      { timeout: TIMEOUT_MS, env: {}, cwd: '/', ...user },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else
          reject(new Error(`${file} failed: ${stderr.trim() || error.message}`, { cause: error }));
      },
    );
  });
}

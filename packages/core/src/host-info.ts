import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { HostInfo } from './ports/runner.ts';

const OUTPUT_TIMEOUT_MS = 5000;
const run = promisify(execFile);

/** This host, as runners see it while they look for interpreters. */
export const localHost: HostInfo = {
  async which(program) {
    for (const directory of (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)) {
      const path = join(directory, program);
      try {
        await access(path, constants.X_OK);
        return await realpath(path);
      } catch {
        continue;
      }
    }
    return null;
  },
  exists: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  output: (file, args) =>
    run(file, [...args], { timeout: OUTPUT_TIMEOUT_MS }).then(
      ({ stdout }) => stdout,
      () => null,
    ),
};

import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { HostInfo } from '@repltool/core';
import { createPythonRunner } from '../src/index.ts';

const run = promisify(execFile);
const outputOf = (file: string, args: readonly string[]): Promise<string | null> =>
  run(file, [...args], { timeout: 20_000 }).then(
    ({ stdout }) => stdout,
    () => null,
  );

export const host: HostInfo = {
  which: async (program) =>
    (await outputOf('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', program]))?.trim() ?? null,
  exists: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  output: outputOf,
};

let first: Promise<string> | undefined;

/** The interpreter this host's runner would take first. */
export function firstInterpreter(): Promise<string> {
  first ??= createPythonRunner()
    .resolve(host)
    .then(([candidate]) => {
      if (candidate === undefined) throw new Error('no Python of 3.11 or later on this host');
      return candidate.executable;
    });
  return first;
}

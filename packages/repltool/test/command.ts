import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

export interface Finished {
  /** The signal's name when one ended it. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The built `repltool`, as a shell would start it.
 * @param command a program with arguments that becomes the ones after them
 */
export function startCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  command: readonly string[] = [],
): ChildProcessWithoutNullStreams {
  const [program = process.execPath, ...rest] = [...command, process.execPath, PROGRAM, ...args];
  return spawn(program, rest, { env: { ...process.env, ...env } });
}

export async function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return { code: code ?? signal ?? 'unknown', stdout, stderr };
}

/** Runs `code` as a file of `language`. */
export function execute(
  language: string,
  code: string,
  ...flags: readonly string[]
): Promise<Finished> {
  const child = startCommand(['execute', '--file', '-', '--language', language, ...flags]);
  child.stdin.end(code);
  return finished(child);
}

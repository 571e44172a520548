import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { executionResultSchema, type ExecutionResult } from '@repltool/protocol';

const PROGRAM = fileURLToPath(new URL('../../../packages/repltool/dist/cli.js', import.meta.url));

/** Runs a cell by the built `repltool execute`, in a session of its own. */
export async function executeByCli(
  language: string,
  { code, timeout_ms }: { readonly code: string; readonly timeout_ms?: number },
): Promise<ExecutionResult> {
  const timeout = timeout_ms === undefined ? [] : ['--timeout', `${timeout_ms / 1000}`];
  const command = spawn(process.execPath, [
    PROGRAM,
    ...['execute', '--json', '--file', '-', '--language', language],
    ...timeout,
  ]);
  command.stdin.end(code);
  const [stdout, stderr] = await Promise.all([text(command.stdout), text(command.stderr)]);
  if (stdout === '') throw new Error(`repltool execute: ${stderr}`);
  return executionResultSchema.parse(JSON.parse(stdout));
}

import { text } from 'node:stream/consumers';
import type { ExitStatus, ProcessSpec, SandboxedProcess } from '@repltool/core';
import { PYTHON, PYTHON_MOUNTS } from './python.ts';

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: ExitStatus;
}

export function pythonSpec(code: string, env: Record<string, string> = {}): ProcessSpec {
  return {
    argv: [PYTHON, '-I', '-c', code],
    env: { PATH: '/usr/bin:/bin', ...env },
    mounts: PYTHON_MOUNTS,
    driverFiles: [],
  };
}

export function shellSpec(script: string): ProcessSpec {
  return {
    argv: ['/bin/sh', '-c', script],
    env: { PATH: '/usr/bin:/bin' },
    mounts: [],
    driverFiles: [],
  };
}

/** Reads a process to its end. */
export async function finish(process: SandboxedProcess): Promise<Outcome> {
  const [stdout, stderr, exit] = await Promise.all([
    text(process.stdout),
    text(process.stderr),
    process.exited,
  ]);
  return { stdout, stderr, exit };
}

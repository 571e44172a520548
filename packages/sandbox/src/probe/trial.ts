import { spawn } from 'node:child_process';
import type { HostUser } from '../host/sandbox-user.ts';

const TIMEOUT_MS = 10_000;
const MAX_WORDS = 300;

export interface Trial {
  readonly passed: boolean;
  /** What the program said, for people to read: no decision hangs on it. */
  readonly words: string;
}

/** Runs bwrap once with `options` around a program that does nothing. */
export function tryBubblewrap(
  bwrap: string,
  options: readonly string[],
  user: HostUser | undefined,
): Promise<Trial> {
  return new Promise((resolve) => {
    const child = spawn(bwrap, [...options, '--', '/bin/sh', '-c', ':'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      env: {},
      timeout: TIMEOUT_MS,
      ...user,
    });
    let words = '';
    child.stderr.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(0, MAX_WORDS);
    });
    child.on('error', (error) => resolve({ passed: false, words: error.message }));
    child.on('close', (code, signal) =>
      resolve({ passed: code === 0, words: words.trim() || `ended with ${signal ?? code}` }),
    );
  });
}

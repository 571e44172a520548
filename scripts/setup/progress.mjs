import { CommandFailed } from './command.mjs';

const SHOWN_LINES = 300;

/** What stops a command with one line for its user, who needs no stack. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** The time since a reading of `performance.now()`, for people. */
export function seconds(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Runs one step of a set-up and prints its title, then the time it took. */
export async function step(title, work) {
  const started = performance.now();
  process.stdout.write(`${title} … `);
  try {
    const result = await work();
    process.stdout.write(`${seconds(started)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`failed after ${seconds(started)}\n`);
    throw error;
  }
}

/** Prints what went wrong: one line, and for a program that failed the end of what it wrote. */
export function report(error) {
  if (error instanceof CommandFailed) {
    console.error(error.output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n'));
    console.error(`repltool: ${error.message}`);
  } else {
    console.error(error instanceof SetupError ? `repltool: ${error.message}` : error);
  }
}

import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/** A program that could not be started or ended with another code than 0; `output` is all it wrote. */
export class CommandFailed extends Error {
  name = 'CommandFailed';

  constructor(command, ending, output) {
    super(`${command.join(' ')} ${ending}`);
    this.output = output;
  }
}

/**
 * Runs a program with no input and keeps its output to itself; gives what it wrote to stdout.
 * `env` is added to this process's environment.
 */
export function run(command, { cwd = root, env = {} } = {}) {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => reject(new CommandFailed(command, error.message, output)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(stdout);
      else reject(new CommandFailed(command, `ended with ${signal ?? `code ${code}`}`, output));
    });
  });
}

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { ReplError, type ExecutionResult, type SessionConfig } from '@repltool/protocol';
import { createEngine } from '../engine.ts';
import { EXIT, exitCodeOf } from './exit-code.ts';
import { writeOut } from './write-out.ts';

export interface ExecuteCommandOptions {
  readonly file: string;
  readonly language: string;
  readonly sandboxMode?: string;
  readonly maxCpuTime?: number;
  readonly maxMemory?: number;
  readonly timeout?: number;
  readonly json?: true;
}

async function readCode(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (cause) {
    throw new ReplError('InvalidRequest', `--file: cannot read ${file}`, { cause });
  }
}

function toSessionConfig(options: ExecuteCommandOptions): unknown {
  const limits = {
    ...(options.maxCpuTime === undefined ? {} : { max_cpu_time: options.maxCpuTime }),
    ...(options.maxMemory === undefined ? {} : { max_memory_mb: options.maxMemory }),
  };
  return {
    language: options.language,
    resource_limits: limits,
    ...(options.sandboxMode === undefined ? {} : { sandbox_mode: options.sandboxMode }),
  };
}

/** What a person needs to see of the result besides the output that has streamed already. */
async function report(result: ExecutionResult): Promise<void> {
  if (result.result_text !== null) await writeOut(process.stdout, `${result.result_text}\n`);
  const { exception, failure } = result;
  if (exception !== null)
    await writeOut(process.stderr, `${exception.traceback.join('\n').trimEnd()}\n`);
  if (failure !== null && failure.code !== 'ExecutionError') {
    await writeOut(process.stderr, `repltool: ${failure.message} ${failure.hint}\n`);
  }
}

/**
 * `repltool execute`: one file, one session, output as it comes.
 * @returns the exit code
 */
export async function executeCommand(options: ExecuteCommandOptions): Promise<number> {
  const code = await readCode(options.file);
  await using engine = createEngine({ maxSessions: 1 });
  const session = await engine.createSession(toSessionConfig(options) as SessionConfig);

  const onSignal = (): void => {
    if (!session.interrupt()) void session.terminate();
  };
  const onHangUp = (): void => void session.terminate();
  process.on('SIGINT', onSignal);
  process.once('SIGTERM', onHangUp);
  process.once('SIGHUP', onHangUp);
  // Each write that finds nobody reading tells of it again.
  process.stdout.on('error', onHangUp);
  try {
    const result = await session.execute(code, {
      ...(options.timeout === undefined ? {} : { timeout_ms: options.timeout * 1000 }),
      ...(options.json ? {} : { onOutput: ({ stream, text }) => void process[stream].write(text) }),
    });
    if (options.json) await writeOut(process.stdout, `${JSON.stringify(result)}\n`);
    else await report(result);
    return exitCodeOf(result);
  } catch (error) {
    if (ReplError.isInstance(error) && error.code === 'SessionTerminated') return EXIT.interrupted;
    throw error;
  } finally {
    process.off('SIGINT', onSignal);
  }
}

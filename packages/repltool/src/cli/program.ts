import { ERROR_TABLE, ReplError, toProblem } from '@repltool/protocol';
import { StartError, type ServerFlags } from '@repltool/server';
import { Command, InvalidArgumentError } from 'commander';
import { doctorCommand, type DoctorCommandOptions } from './doctor.ts';
import { executeCommand, type ExecuteCommandOptions } from './execute.ts';
import { EXIT } from './exit-code.ts';
import { serveCommand } from './serve.ts';

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}

/** What lies behind an error: for whoever runs the command, never for a client of the server. */
function* reasonsFor(error: unknown): Generator<string> {
  if (!(error instanceof Error)) return;
  const behind = error instanceof AggregateError ? error.errors : [error.cause];
  for (const reason of behind) {
    if (reason instanceof Error && reason.message !== '') yield reason.message;
    yield* reasonsFor(reason);
  }
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

interface ServeFlags extends Omit<ServerFlags, 'allowHosts' | 'mounts'> {
  readonly allowHost?: string[];
  readonly mount?: string[];
}

/** Says what went wrong in one line, with the way out, then what lies behind it, and gives the exit code. */
function complain(error: unknown): number {
  if (StartError.isInstance(error)) {
    process.stderr.write(`repltool: ${error.message}\n`);
    return EXIT.failure;
  }
  const { code, detail, hint } = toProblem(error);
  if (code === 'InternalError') process.stderr.write(`repltool: ${String(error)}\n`);
  else process.stderr.write(`repltool: ${detail} ${hint}\n`);
  const findings = ReplError.isInstance(error) ? error.details['findings'] : undefined;
  if (findings !== undefined) process.stderr.write(`${JSON.stringify(findings)}\n`);
  if (ERROR_TABLE[code].status < 500) return EXIT.usage;
  for (const reason of reasonsFor(error)) process.stderr.write(`  ${reason}\n`);
  return EXIT.failure;
}

async function exitWith(run: () => Promise<number>): Promise<void> {
  process.exitCode = await run().catch(complain);
}

/** The command line of `repltool`. */
export function createProgram(): Command {
  const program = new Command('repltool')
    .description('Runs code from strangers in sandboxed, lasting sessions.')
    .showHelpAfterError()
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : EXIT.usage));

  program
    .command('execute')
    .description('run a file in a sandbox of its own and exit as it did')
    .requiredOption('-f, --file <path>', 'the file to run; - reads standard input')
    .requiredOption('-l, --language <name>', 'python, javascript, typescript, bash or an alias')
    .option('--sandbox-mode <mode>', 'strict, standard or relaxed (default: standard)')
    .option('--max-cpu-time <seconds>', 'CPU time (default: 30)', wholeNumber)
    .option('--max-memory <MiB>', 'memory (default: 256)', wholeNumber)
    .option('--timeout <seconds>', 'wall-clock deadline (default: the CPU time)', wholeNumber)
    .option('--json', 'print the whole result as one line of JSON')
    .action((options: ExecuteCommandOptions) => exitWith(() => executeCommand(options)));

  program
    .command('serve')
    .description('start the server with the playground')
    .option(
      '--port <number>',
      'port to listen on, 0 for any free one (REPLTOOL_PORT, default: 7070)',
    )
    .option('--host <address>', 'address to listen on (REPLTOOL_HOST, default: 127.0.0.1)')
    .option('--token <secret>', 'bearer token; generated when left out (REPLTOOL_TOKEN)')
    .option('--max-sessions <number>', 'sessions at once (REPLTOOL_MAX_SESSIONS, default: 50)')
    .option('--data-dir <path>', 'where workspaces live (REPLTOOL_DATA_DIR)')
    .option(
      '--allow-host <host>',
      'host that relaxed sessions may reach: a name, *.name, address or CIDR, with :port or without; repeatable (REPLTOOL_ALLOW_HOSTS, with commas)',
      collect,
    )
    .option(
      '--mount <source[:target][:rw]>',
      'file or directory that relaxed sessions see; repeatable (REPLTOOL_MOUNTS, with commas)',
      collect,
    )
    .action(({ allowHost, mount, ...flags }: ServeFlags) =>
      exitWith(() => serveCommand({ ...flags, allowHosts: allowHost, mounts: mount })),
    );

  program
    .command('doctor')
    .description('say what this host can enforce, what it cannot, and how to mend it')
    .option('--data-dir <path>', 'where workspaces live (default: a temporary directory)')
    .option('--json', 'print one line of JSON')
    .action((options: DoctorCommandOptions) => exitWith(() => doctorCommand(options)));

  return program;
}

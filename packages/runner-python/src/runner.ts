import {
  SANDBOX_PATHS,
  listDriverFiles,
  type InterpreterCandidate,
  type LaunchPlan,
  type LaunchRequest,
  type RunnerPlugin,
} from '@repltool/core';
import { findInterpreters } from './interpreters.ts';
import { OPTIONAL_MOUNTS } from './optional-mounts.ts';
import { strictArguments } from './strict-arguments.ts';

const DRIVER = new URL('../driver/', import.meta.url);
/** The file the interpreter is started with. */
const DRIVER_MAIN = 'main.py';

export interface PythonRunnerOptions {
  /** Path of the interpreter, or of a virtual environment's `bin/python`; the host's best when left out. */
  readonly interpreter?: string;
}

/**
 * `-I`: neither PYTHON* variables nor the user's site directory, which lies in the workspace and could change how the
 * driver itself starts. `-B`: no `__pycache__` in the workspace. `-X utf8`: whatever the locale says.
 */
const INTERPRETER_FLAGS = ['-I', '-B', '-X', 'utf8'];

const SAMPLE = `import statistics

temperatures = [19.5, 21.0, 23.5, 22.0]
print(f"{len(temperatures)} readings")
statistics.mean(temperatures)
`;

/** Cells in CPython 3.11 or later, on one interpreter that lasts as long as the session. */
export function createPythonRunner(options: PythonRunnerOptions = {}): RunnerPlugin {
  const driverFiles = listDriverFiles(DRIVER);
  return {
    apiVersion: 1,
    language: 'python',
    aliases: ['py', 'python3'],
    displayName: 'Python',
    editor: { monacoLanguage: 'python', fileExtension: 'py', sample: SAMPLE },
    capabilities: {
      interrupt: 'signal',
      framing: 'json',
      values: true,
      exitCodes: true,
      checkpoints: true,
      stateTransfer: true,
      stdin: true,
      richOutput: true,
      complete: true,
      inspect: true,
      variables: true,
    },
    minMemoryMb: 32,
    resolve: (host) => findInterpreters(host, options.interpreter),
    launch: ({ candidate, rules }) => ({ ...launchPlan(candidate, rules), driverFiles }),
  };
}

function launchPlan(
  { executable }: InterpreterCandidate,
  rules: LaunchRequest['rules'],
): Omit<LaunchPlan, 'driverFiles'> {
  const driver = [`${SANDBOX_PATHS.driver}/${DRIVER_MAIN}`, ...strictArguments(rules)];
  return {
    argv: [executable, ...INTERPRETER_FLAGS, ...driver],
    env: {
      MPLBACKEND: 'agg',
      MPLCONFIGDIR: `${SANDBOX_PATHS.tmp}/matplotlib`,
    },
    mounts: OPTIONAL_MOUNTS,
  };
}

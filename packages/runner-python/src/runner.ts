import type { LaunchPlan, LaunchRequest, RunnerPlugin } from '@repltool/core';
import { SANDBOX_PATHS } from '@repltool/core';
import { DRIVER_MAIN, driverFiles } from './driver-files.ts';
import { findInterpreters } from './interpreters.ts';
import { OPTIONAL_MOUNTS } from './optional-mounts.ts';

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
  return {
    apiVersion: 1,
    language: 'python',
    aliases: ['py', 'python3'],
    displayName: 'Python',
    editor: { monacoLanguage: 'python', fileExtension: 'py', sample: SAMPLE },
    capabilities: { interrupt: 'signal', framing: 'json', values: true, exitCodes: true },
    minMemoryMb: 32,
    resolve: (host) => findInterpreters(host, options.interpreter),
    launch,
  };
}

function launch({ candidate }: LaunchRequest): LaunchPlan {
  return {
    argv: [candidate.executable, ...INTERPRETER_FLAGS, `${SANDBOX_PATHS.driver}/${DRIVER_MAIN}`],
    env: {
      MPLBACKEND: 'agg',
      MPLCONFIGDIR: `${SANDBOX_PATHS.tmp}/matplotlib`,
    },
    mounts: OPTIONAL_MOUNTS,
    driverFiles,
  };
}

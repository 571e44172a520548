import {
  SANDBOX_PATHS,
  listDriverFiles,
  type DriverFile,
  type LaunchPlan,
  type LaunchRequest,
  type RunnerPlugin,
} from '@repltool/core';
import { toCellText } from './cell-text.ts';
import { findInterpreters } from './interpreters.ts';

export interface BashRunnerOptions {
  /** Real path of the bash to use; the host's best when left out. */
  readonly interpreter?: string;
}

const DRIVER = new URL('../driver/', import.meta.url);
/** The file the shell is started with. */
const DRIVER_MAIN = 'main.bash';

const SAMPLE = `temperatures=(19 21 23 22)
echo "\${#temperatures[@]} readings"
printf '%s\\n' "\${temperatures[@]}" | sort -n | tail -1
`;

/**
 * Cells in bash 5.0 or later, in one shell that lasts as long as the session.
 *
 * A cell ends with the exit code of its last command, and well when that is 0. A cell that bash cannot parse ends with
 * 2 and an exception named `SyntaxError`, before anything of it has run. `exit`, `set -e` and the like end the cell and
 * keep the session with its variables, functions, aliases, options, traps and directories; background jobs go on, but
 * are no longer in the shell's job table. What kills the shell costs the cells whose state was not kept: none is kept of
 * a shell of more than 32 MiB. Names that begin with `__repltool_`, and the functions `trap`,
 * `read`, `mapfile` and `readarray`, are the driver's.
 */
export function createBashRunner(options: BashRunnerOptions = {}): RunnerPlugin {
  const driverFiles = listDriverFiles(DRIVER);
  return {
    apiVersion: 1,
    language: 'bash',
    aliases: ['shell', 'sh'],
    displayName: 'Bash',
    editor: { monacoLanguage: 'shell', fileExtension: 'sh', sample: SAMPLE },
    capabilities: {
      interrupt: 'signal',
      framing: 'fields',
      values: false,
      exitCodes: true,
      stateTransfer: true,
      stdin: true,
      complete: true,
      inspect: true,
      variables: true,
    },
    minMemoryMb: 16,
    resolve: (host) => findInterpreters(host, options.interpreter),
    launch: (request) => launch(request, driverFiles),
    transform: toCellText,
  };
}

function launch({ candidate }: LaunchRequest, driverFiles: readonly DriverFile[]): LaunchPlan {
  return {
    argv: [candidate.executable, '--norc', '--noprofile', `${SANDBOX_PATHS.driver}/${DRIVER_MAIN}`],
    env: {},
    mounts: [],
    driverFiles,
  };
}

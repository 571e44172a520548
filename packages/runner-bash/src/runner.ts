import {
  SANDBOX_PATHS,
  listDriverFiles,
  type DriverFile,
  type HostInfo,
  type InterpreterCandidate,
  type LaunchPlan,
  type LaunchRequest,
  type RunnerPlugin,
} from '@repltool/core';
import { refuseNul } from './refuse-nul.ts';

export interface BashRunnerOptions {
  /** Path of the shell; the host's own when left out. */
  readonly interpreter?: string;
}

const DRIVER = new URL('../driver/', import.meta.url);
/** The file the shell is started with. */
const DRIVER_MAIN = 'main.bash';

const USUAL = ['/usr/bin/bash', '/bin/bash', '/usr/local/bin/bash'];

const SAMPLE = `for fruit in apple banana cherry; do
  echo "\${fruit^}: \${#fruit} letters"
done
`;

/**
 * Cells in Bash 5, in one shell that lasts as long as the session. A cell whose last command fails has the status
 * `error` and its exit code; only a syntax error is an exception.
 */
export function createBashRunner(options: BashRunnerOptions = {}): RunnerPlugin {
  const driverFiles = listDriverFiles(DRIVER);
  return {
    apiVersion: 1,
    language: 'bash',
    aliases: ['shell', 'sh'],
    displayName: 'Bash',
    editor: { monacoLanguage: 'shell', fileExtension: 'sh', sample: SAMPLE },
    capabilities: { interrupt: 'signal', framing: 'fields', values: false, exitCodes: true },
    minMemoryMb: 16,
    resolve: (host) => findShells(host, options.interpreter),
    launch: (request) => launch(request, driverFiles),
    transform: refuseNul,
  };
}

async function findShells(host: HostInfo, only?: string): Promise<InterpreterCandidate[]> {
  const first = only ?? (await host.which('bash'));
  const paths = only === undefined ? [first, ...USUAL] : [first];
  const candidates = new Map<string, InterpreterCandidate>();
  for (const path of paths) {
    if (path !== null && (await host.exists(path))) {
      candidates.set(path, { executable: path, mounts: [] });
    }
  }
  return [...candidates.values()];
}

function launch({ candidate }: LaunchRequest, driverFiles: readonly DriverFile[]): LaunchPlan {
  return {
    argv: [candidate.executable, '--norc', '--noprofile', `${SANDBOX_PATHS.driver}/${DRIVER_MAIN}`],
    env: {},
    mounts: [],
    driverFiles,
  };
}

import {
  SANDBOX_PATHS,
  type HostInfo,
  type InterpreterCandidate,
  type LaunchPlan,
  type LaunchRequest,
  type RunnerPlugin,
} from '@repltool/core';
import { DRIVER_MAIN, driverFiles } from './driver-files.ts';

export interface NodeRunnerOptions {
  /** Path of the interpreter; the one this process runs on, else the host's own, when left out. */
  readonly interpreter?: string;
}

export function createNodeRunner(options: NodeRunnerOptions = {}): RunnerPlugin {
  return {
    apiVersion: 1,
    language: 'javascript',
    aliases: ['js', 'node'],
    displayName: 'JavaScript',
    editor: { monacoLanguage: 'javascript', fileExtension: 'js', sample: '1 + 1\n' },
    capabilities: { interrupt: 'frame', framing: 'json', values: true, exitCodes: true },
    minMemoryMb: 64,
    resolve: (host) => findInterpreters(host, options.interpreter),
    launch: launch('js'),
  };
}

export function createTypeScriptRunner(options: NodeRunnerOptions = {}): RunnerPlugin {
  return {
    ...createNodeRunner(options),
    language: 'typescript',
    aliases: ['ts'],
    displayName: 'TypeScript',
    editor: { monacoLanguage: 'typescript', fileExtension: 'ts', sample: '1 + 1\n' },
    launch: launch('ts'),
  };
}

async function findInterpreters(host: HostInfo, only?: string): Promise<InterpreterCandidate[]> {
  const paths = only === undefined ? [process.execPath, await host.which('node')] : [only];
  return [...new Set(paths)]
    .filter((path) => path !== null)
    .map((executable) => ({ executable, mounts: [] }));
}

const launch =
  (extension: 'js' | 'ts') =>
  ({ candidate, limits }: LaunchRequest): LaunchPlan => ({
    argv: [
      candidate.executable,
      '--no-force-async-hooks-checks',
      `--max-old-space-size=${Math.floor(limits.max_memory_mb / 2)}`,
      `${SANDBOX_PATHS.driver}/${DRIVER_MAIN}`,
      extension,
    ],
    env: {},
    mounts: [],
    driverFiles,
  });

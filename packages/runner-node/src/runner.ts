import {
  SANDBOX_PATHS,
  listDriverFiles,
  type HostInfo,
  type InterpreterCandidate,
  type RunnerPlugin,
} from '@repltool/core';

const DRIVER = new URL('../driver/', import.meta.url);
/** The file Node is started with. */
const DRIVER_MAIN = 'main.cjs';

export interface NodeRunnerOptions {
  /** Path of the interpreter; the one this process runs on, else the host's own, when left out. */
  readonly interpreter?: string;
}

interface Dialect {
  readonly language: string;
  readonly aliases: readonly string[];
  readonly displayName: string;
  readonly extension: 'js' | 'ts';
  readonly sample: string;
}

const JAVASCRIPT: Dialect = {
  language: 'javascript',
  aliases: ['js', 'node'],
  displayName: 'JavaScript',
  extension: 'js',
  sample: `const fruits = ['apple', 'banana', 'cherry'];
console.log(\`\${fruits.length} fruits\`);
fruits.map((fruit) => ({ fruit, letters: fruit.length }));
`,
};

const TYPESCRIPT: Dialect = {
  language: 'typescript',
  aliases: ['ts'],
  displayName: 'TypeScript',
  extension: 'ts',
  sample: `interface Fruit {
  name: string;
  grams: number;
}
const basket: Fruit[] = [{ name: 'apple', grams: 180 }, { name: 'cherry', grams: 8 }];
basket.reduce((sum, { grams }) => sum + grams, 0);
`,
};

/** Cells in JavaScript, on one Node.js process that lasts as long as the session. */
export function createNodeRunner(options: NodeRunnerOptions = {}): RunnerPlugin {
  return createRunner(JAVASCRIPT, options);
}

/** The same in TypeScript, whose types are taken away before a cell runs; they are not checked. */
export function createTypeScriptRunner(options: NodeRunnerOptions = {}): RunnerPlugin {
  return createRunner(TYPESCRIPT, options);
}

function createRunner(dialect: Dialect, options: NodeRunnerOptions): RunnerPlugin {
  const { language, aliases, displayName, extension, sample } = dialect;
  const driverFiles = listDriverFiles(DRIVER);
  return {
    apiVersion: 1,
    language,
    aliases,
    displayName,
    editor: { monacoLanguage: language, fileExtension: extension, sample },
    capabilities: { interrupt: 'frame', framing: 'json', values: true, exitCodes: true },
    minMemoryMb: 64,
    resolve: (host) => findInterpreters(host, options.interpreter),
    launch: ({ candidate, limits }) => ({
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
    }),
  };
}

async function findInterpreters(host: HostInfo, only?: string): Promise<InterpreterCandidate[]> {
  const paths = only === undefined ? [process.execPath, await host.which('node')] : [only];
  return [...new Set(paths)]
    .filter((path) => path !== null)
    .map((executable) => ({ executable, mounts: [] }));
}

import {
  SANDBOX_PATHS,
  listDriverFiles,
  type RunnerPlugin,
  type TransformedCode,
} from '@repltool/core';
import { JAVASCRIPT_SAMPLE, TYPESCRIPT_SAMPLE } from './editor-samples.ts';
import { findInterpreters } from './interpreters.ts';
import { toCellText } from './source/cell-text.ts';
import { rewriteImports } from './source/rewrite-imports.ts';
import { stripTypes } from './source/strip-types.ts';

export interface NodeRunnerOptions {
  /** Absolute path of the interpreter; the one this process runs on, else the host's own, when left out. */
  readonly interpreter?: string;
}

/** What tells the two languages apart. */
interface Dialect {
  readonly language: string;
  readonly aliases: readonly string[];
  readonly displayName: string;
  /** Of the cells' names in stack traces. */
  readonly extension: string;
  readonly sample: string;
  transform(code: string): TransformedCode;
}

const DRIVER = new URL('../driver/', import.meta.url);
/** V8 reads it when a context is made, so that it must be there from the start; the driver has nothing it could stop. */
const NO_CODE_FROM_STRINGS = '--disallow-code-generation-from-strings';
/** The name of both languages in the rules of a mode. */
const MODULES_OF = 'javascript';
const MAIN = `${SANDBOX_PATHS.driver}/main.cjs`;

/** Cells of JavaScript in Node.js 18 or later, on one interpreter that lasts as long as the session. */
export function createNodeRunner(options: NodeRunnerOptions = {}): RunnerPlugin {
  return createRunner(
    {
      language: 'javascript',
      aliases: ['js', 'node'],
      displayName: 'JavaScript',
      extension: 'js',
      sample: JAVASCRIPT_SAMPLE,
      transform: (code) => rewriteImports(code, 'cell.js'),
    },
    options,
  );
}

/** The same with types, which are left out and not checked; enumerations, namespaces and decorators work. */
export function createTypeScriptRunner(options: NodeRunnerOptions = {}): RunnerPlugin {
  return createRunner(
    {
      language: 'typescript',
      aliases: ['ts'],
      displayName: 'TypeScript',
      extension: 'ts',
      sample: TYPESCRIPT_SAMPLE,
      transform(code) {
        const stripped = stripTypes(code, 'cell.ts');
        return stripped.ok ? rewriteImports(stripped.code, 'cell.ts') : stripped;
      },
    },
    options,
  );
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
    capabilities: {
      interrupt: 'frame',
      framing: 'json',
      values: true,
      exitCodes: true,
      stdin: true,
      richOutput: true,
      complete: true,
      inspect: true,
      variables: true,
      concurrentQuestions: true,
      stateTransfer: true,
    },
    minMemoryMb: 64,
    resolve: (host) => findInterpreters(host, options.interpreter),
    launch: ({ candidate, rules, limits }) => ({
      argv: [
        candidate.executable,
        // Node would abort after an interrupt, finding its record of asynchronous contexts as it was in the middle.
        '--no-force-async-hooks-checks',
        // Beyond the sandbox's own limit, which is met first and told as such; at V8's, Node would abort.
        `--max-old-space-size=${limits.max_memory_mb}`,
        ...(rules.mode === 'strict' ? [NO_CODE_FROM_STRINGS] : []),
        MAIN,
        extension,
        rules.mode,
        ...(rules.imports?.[MODULES_OF] ?? []),
      ],
      env: {},
      mounts: [],
      driverFiles,
    }),
    transform(source) {
      const made = dialect.transform(source);
      return made.ok ? { ok: true, code: toCellText(made.code, source) } : made;
    },
  };
}

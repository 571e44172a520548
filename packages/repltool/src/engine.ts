import { createEngine as composeEngine, type Engine, type RunnerPlugin } from '@repltool/core';
import { createPolicy } from '@repltool/policy/node';
import { createBashRunner } from '@repltool/runner-bash';
import { createNodeRunner, createTypeScriptRunner } from '@repltool/runner-node';
import { createPythonRunner } from '@repltool/runner-python';
import { createBubblewrapBackend } from '@repltool/sandbox';

export interface EngineOptions {
  /** Languages on offer; Python, JavaScript, TypeScript and Bash when left out. */
  readonly runners?: readonly RunnerPlugin[];
  /** Sessions at once; 50 when left out. */
  readonly maxSessions?: number;
  /** Where workspaces live; a private directory of the system's temporary one when left out. */
  readonly dataDir?: string;
  /** Interpreters kept started ahead for each kind of session that was asked for; 0 when left out. */
  readonly spares?: number;
}

/** The runners that come with repltool. */
export function defaultRunners(): RunnerPlugin[] {
  return [createPythonRunner(), createNodeRunner(), createTypeScriptRunner(), createBashRunner()];
}

/**
 * An engine with everything in it: `await using engine = createEngine()`, or call `engine.close()` at the end.
 * Nothing is started before the first session.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const { runners = defaultRunners(), dataDir, maxSessions, spares } = options;
  return composeEngine({
    runners,
    policy: createPolicy(),
    sandbox: createBubblewrapBackend(dataDir === undefined ? {} : { dataDir }),
    ...(maxSessions === undefined ? {} : { maxSessions }),
    ...(spares === undefined ? {} : { spares }),
  });
}

import { createEngine as composeEngine, type Engine, type RunnerPlugin } from '@repltool/core';
import { createPolicy } from '@repltool/policy/node';
import { createBashRunner } from '@repltool/runner-bash';
import { createNodeRunner, createTypeScriptRunner } from '@repltool/runner-node';
import { createPythonRunner } from '@repltool/runner-python';
import { createBubblewrapBackend, type BubblewrapOptions } from '@repltool/sandbox';

export interface EngineOptions extends Pick<BubblewrapOptions, 'dataDir' | 'mounts' | 'network'> {
  /** Languages on offer; Python, JavaScript, TypeScript and Bash when left out. */
  readonly runners?: readonly RunnerPlugin[];
  /** Sessions at once; 50 when left out. */
  readonly maxSessions?: number;
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
 * @throws ReplError InvalidRequest naming each listed host or mount at fault
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const { runners = defaultRunners(), maxSessions, spares, ...sandbox } = options;
  return composeEngine({
    runners,
    policy: createPolicy(),
    sandbox: createBubblewrapBackend(sandbox),
    ...(maxSessions === undefined ? {} : { maxSessions }),
    ...(spares === undefined ? {} : { spares }),
  });
}

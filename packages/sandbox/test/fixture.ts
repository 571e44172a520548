import type { ProcessSpec, Sandbox, SandboxBackend } from '@repltool/core';
import {
  DEFAULT_RESOURCE_LIMITS,
  type ResourceLimits,
  type SandboxModeRules,
} from '@repltool/protocol';
import { createBubblewrapBackend, type BubblewrapOptions } from '@repltool/sandbox';
import { afterAll } from 'vitest';
import { newId } from './ids.ts';
import { finish, pythonSpec, shellSpec, type Outcome } from './specs.ts';

export interface Fixture {
  readonly backend: SandboxBackend;
  create(rules: SandboxModeRules, limits?: Partial<ResourceLimits>): Promise<Sandbox>;
  /** Runs Python code in a sandbox of its own, to its end. */
  python(rules: SandboxModeRules, code: string, limits?: Partial<ResourceLimits>): Promise<Outcome>;
  /** Runs a shell script in a sandbox of its own, to its end. */
  shell(
    rules: SandboxModeRules,
    script: string,
    limits?: Partial<ResourceLimits>,
  ): Promise<Outcome>;
}

/** The real backend, disposed of after the tests of the file. */
export function createFixture(options: BubblewrapOptions = {}): Fixture {
  const backend = createBubblewrapBackend(options);
  afterAll(() => backend[Symbol.asyncDispose]());
  const create: Fixture['create'] = (rules, limits) =>
    backend.create({ id: newId(), rules, limits: { ...DEFAULT_RESOURCE_LIMITS, ...limits } });
  const once = async (
    rules: SandboxModeRules,
    spec: ProcessSpec,
    limits: Partial<ResourceLimits> | undefined,
  ): Promise<Outcome> => {
    await using sandbox = await create(rules, limits);
    return await finish(await sandbox.launch(spec));
  };
  return {
    backend,
    create,
    python: (rules, code, limits) => once(rules, pythonSpec(code), limits),
    shell: (rules, script, limits) => once(rules, shellSpec(script), limits),
  };
}

/** What a Python cell printed as JSON; throws with its stderr when it printed something else. */
export function json(outcome: Outcome): unknown {
  try {
    return JSON.parse(outcome.stdout);
  } catch {
    throw new Error(
      `no JSON: ${outcome.stdout}${outcome.stderr} (${JSON.stringify(outcome.exit)})`,
    );
  }
}

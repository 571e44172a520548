import {
  DEFAULT_RESOURCE_LIMITS,
  ReplError,
  type Runtime,
  type RuntimeInfo,
} from '@repltool/protocol';
import { localHost } from './host-info.ts';
import { randomId } from './ids.ts';
import { launchInterpreter } from './interpreter.ts';
import { toProcessSpec } from './launch-spec.ts';
import type { PolicyChecker } from './ports/policy.ts';
import type { InterpreterCandidate, RunnerPlugin } from './ports/runner.ts';
import type { SandboxBackend } from './ports/sandbox.ts';

/** The interpreter of a language on this host: the first candidate that answered inside the sandbox. */
export interface ResolvedRuntime {
  readonly candidate: InterpreterCandidate;
  readonly info: RuntimeInfo;
}

/** The languages of an engine, and their interpreters, each looked for once. */
export interface RuntimeTable {
  /** @throws ReplError UnsupportedLanguage */
  plugin(language: string): RunnerPlugin;
  /** @throws ReplError SandboxUnavailable naming what was tried */
  resolve(plugin: RunnerPlugin): Promise<ResolvedRuntime>;
  list(): Promise<Runtime[]>;
}

export function createRuntimeTable(
  runners: readonly RunnerPlugin[],
  backend: SandboxBackend,
  policy: PolicyChecker,
): RuntimeTable {
  const byName = new Map<string, RunnerPlugin>();
  for (const plugin of runners) {
    for (const name of [plugin.language, ...(plugin.aliases ?? [])]) {
      if (byName.has(name)) {
        throw new ReplError('InvalidRequest', `Two runners offer the language "${name}".`);
      }
      byName.set(name, plugin);
    }
  }
  const resolving = new Map<RunnerPlugin, Promise<ResolvedRuntime>>();

  const tryCandidate = async (
    plugin: RunnerPlugin,
    candidate: InterpreterCandidate,
  ): Promise<ResolvedRuntime> => {
    const rules = policy.rules('standard');
    const limits = DEFAULT_RESOURCE_LIMITS;
    await using sandbox = await backend.create({ id: randomId(), rules, limits });
    const spec = toProcessSpec(plugin, { candidate, rules, limits });
    const interpreter = await launchInterpreter(sandbox, spec, plugin.capabilities);
    await interpreter.kill();
    return { candidate, info: interpreter.runtime };
  };

  const search = async (plugin: RunnerPlugin): Promise<ResolvedRuntime> => {
    await backend.probe();
    const failures: unknown[] = [];
    for (const candidate of await plugin.resolve(localHost)) {
      try {
        return await tryCandidate(plugin, candidate);
      } catch (error) {
        failures.push(error);
      }
    }
    throw new ReplError(
      'SandboxUnavailable',
      failures.length === 0
        ? `No interpreter for ${plugin.displayName} was found on this host.`
        : `No interpreter for ${plugin.displayName} works in the sandbox.`,
      { cause: new AggregateError(failures, 'What was tried') },
    );
  };

  const resolve = (plugin: RunnerPlugin): Promise<ResolvedRuntime> => {
    const known = resolving.get(plugin) ?? search(plugin);
    resolving.set(plugin, known);
    known.catch(() => resolving.delete(plugin));
    return known;
  };

  return {
    plugin(language) {
      const plugin = byName.get(language);
      if (plugin !== undefined) return plugin;
      const offered = [...byName.keys()].join(', ');
      throw new ReplError(
        'UnsupportedLanguage',
        `language: must be one of ${offered}, not "${language}"`,
        {
          issues: [{ field: 'language', value: language, message: `must be one of ${offered}` }],
        },
      );
    },
    resolve,
    list: () =>
      Promise.all(
        runners.map(async (plugin): Promise<Runtime> => {
          const resolved = await resolve(plugin).catch((error: unknown) => String(error));
          return {
            language: plugin.language,
            aliases: [...(plugin.aliases ?? [])],
            display_name: plugin.displayName,
            editor: {
              monaco_language: plugin.editor.monacoLanguage,
              file_extension: plugin.editor.fileExtension,
              sample: plugin.editor.sample,
            },
            ...(typeof resolved === 'string'
              ? { runtime: null, unavailable: resolved }
              : { runtime: resolved.info }),
          };
        }),
      ),
  };
}

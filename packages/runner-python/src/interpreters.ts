import type { HostInfo, InterpreterCandidate } from '@repltool/core';
import { interpreterFacts, type InterpreterFacts } from './interpreter-facts.ts';

/** The host's own choice comes first. */
const USUAL = ['python3', '/usr/bin/python3', '/usr/local/bin/python3'];
/** Asked only when none of the usual ones will do: each question starts a process. */
const BY_VERSION = ['python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
const OLDEST = [3, 11] as const;

/** The interpreters of this host that are recent enough, best first; `only` is the one to use when it is given. */
export async function findInterpreters(
  host: HostInfo,
  only?: string,
): Promise<InterpreterCandidate[]> {
  if (only !== undefined) return ask(host, [only]);
  const usual = await ask(host, await locate(host, USUAL));
  return usual.length > 0 ? usual : ask(host, await locate(host, BY_VERSION));
}

async function locate(host: HostInfo, programs: readonly string[]): Promise<string[]> {
  const paths = await Promise.all(
    programs.map(async (program) => {
      if (!program.startsWith('/')) return host.which(program);
      return (await host.exists(program)) ? program : null;
    }),
  );
  return [...new Set(paths.filter((path) => path !== null))];
}

async function ask(host: HostInfo, paths: readonly string[]): Promise<InterpreterCandidate[]> {
  const answers = await Promise.all(paths.map((path) => interpreterFacts(host, path)));
  const candidates = new Map<string, InterpreterCandidate>();
  for (const facts of answers) {
    if (facts === null || !isRecent(facts) || candidates.has(facts.executable)) continue;
    candidates.set(facts.executable, {
      executable: facts.executable,
      mounts: facts.files.map((source) => ({ source })),
    });
  }
  return [...candidates.values()];
}

function isRecent({ version: [major, minor] }: InterpreterFacts): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

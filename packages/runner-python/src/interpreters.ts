import type { HostInfo, InterpreterCandidate } from '@repltool/core';
import { interpreterFacts, type InterpreterFacts } from './interpreter-facts.ts';

/** Looked up in this order, so that the host's own choice comes first. */
const PROGRAMS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
const PATHS = ['/usr/bin/python3', '/usr/local/bin/python3'];
const OLDEST = [3, 11] as const;

/** The interpreters of this host that are recent enough, best first; `only` is the one to use when it is given. */
export async function findInterpreters(
  host: HostInfo,
  only?: string,
): Promise<InterpreterCandidate[]> {
  const programs = only === undefined ? await programsOf(host) : [only];
  const found = await Promise.all(programs.map((program) => interpreterFacts(host, program)));
  const candidates = new Map<string, InterpreterCandidate>();
  for (const facts of found) {
    if (facts === null || !isRecent(facts) || candidates.has(facts.executable)) continue;
    candidates.set(facts.executable, {
      executable: facts.executable,
      mounts: facts.files.map((source) => ({ source })),
    });
  }
  return [...candidates.values()];
}

async function programsOf(host: HostInfo): Promise<string[]> {
  const onPath = await Promise.all(PROGRAMS.map((program) => host.which(program)));
  const elsewhere = await Promise.all(
    PATHS.map(async (path) => ((await host.exists(path)) ? path : null)),
  );
  return [...new Set([...onPath, ...elsewhere].filter((path) => path !== null))];
}

function isRecent({ version: [major, minor] }: InterpreterFacts): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

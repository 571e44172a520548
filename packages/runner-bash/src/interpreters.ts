import type { HostInfo, InterpreterCandidate } from '@repltool/core';

const PATHS = ['/usr/bin/bash', '/bin/bash'];
const OLDEST_MAJOR = 5;
/** Prints the version and the real path. A link in place of the program itself is not followed, and left to the PATH. */
const FACTS = `cd -P -- "\${BASH%/*}" && [[ ! -L $BASH ]] && printf '%s\\n%s' "\${BASH_VERSINFO[0]}" "$PWD/\${BASH##*/}"`;

/** The bashes of this host that are recent enough, best first; `only` is the one to use when it is given. */
export async function findInterpreters(
  host: HostInfo,
  only?: string,
): Promise<InterpreterCandidate[]> {
  const paths = only === undefined ? [await host.which('bash'), ...PATHS] : [only];
  const found = await Promise.all(paths.map((path) => realPath(host, path)));
  const executables = new Set(found.filter((path) => path !== null));
  return [...executables].map((executable) => ({ executable, mounts: [] }));
}

/** Real path of a bash that is recent enough, else null. */
async function realPath(host: HostInfo, path: string | null): Promise<string | null> {
  if (path === null || !(await host.exists(path))) return null;
  const facts = await host.output(path, ['--norc', '--noprofile', '-c', FACTS]);
  const [major, executable] = facts?.split('\n') ?? [];
  if (executable === undefined || Number(major) < OLDEST_MAJOR) return null;
  return executable;
}

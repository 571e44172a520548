import type { HostInfo, InterpreterCandidate } from '@repltool/core';

const OLDEST_MAJOR = 18;
const USUAL = ['/usr/bin/node', '/usr/local/bin/node'];

/** Where Debian's Node keeps the parts of itself that other distributors compile in. */
const DEBIAN_PARTS = { source: '/usr/share/nodejs', optional: true } as const;

/** The interpreters of this host that are recent enough, best first; `only` is the one to use when it is given. */
export async function findInterpreters(
  host: HostInfo,
  only?: string,
): Promise<InterpreterCandidate[]> {
  const paths = only === undefined ? await usualPaths(host) : [only];
  const recent = await Promise.all(paths.map((path) => isRecent(host, path)));
  return paths
    .filter((_, index) => recent[index])
    .map((executable) => ({ executable, mounts: [DEBIAN_PARTS] }));
}

/** The one this process runs on has proved to work. */
async function usualPaths(host: HostInfo): Promise<string[]> {
  const found = [process.execPath, await host.which('node')];
  for (const path of USUAL) if (await host.exists(path)) found.push(path);
  return [...new Set(found.filter((path) => path !== null))];
}

async function isRecent(host: HostInfo, path: string): Promise<boolean> {
  const version = await host.output(path, ['--version']);
  const major = /^v(\d+)\./.exec(version ?? '')?.[1];
  return major !== undefined && Number(major) >= OLDEST_MAJOR;
}

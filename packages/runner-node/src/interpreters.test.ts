import type { HostInfo } from '@repltool/core';
import { describe, expect, it } from 'vitest';
import { findInterpreters } from './interpreters.ts';

/** A host that has these programs, which say these versions of themselves. */
function host(versions: Record<string, string>, onPath: string | null): HostInfo {
  return {
    which: () => Promise.resolve(onPath),
    exists: (path) => Promise.resolve(path in versions),
    output: (file) => Promise.resolve(versions[file] ?? null),
  };
}

const executables = async (...args: Parameters<typeof findInterpreters>) =>
  (await findInterpreters(...args)).map(({ executable }) => executable);

describe('findInterpreters', () => {
  it('offers each recent one once, the running one first', async () => {
    const versions = {
      [process.execPath]: 'v20.19.0\n',
      '/home/me/.nvm/bin/node': 'v24.1.0\n',
      '/usr/local/bin/node': 'v16.20.0\n',
    };
    expect(await executables(host(versions, '/home/me/.nvm/bin/node'))).toEqual([
      process.execPath,
      '/home/me/.nvm/bin/node',
    ]);
  });

  it('offers only the one asked for, and none that does not answer as Node does', async () => {
    const versions = { '/opt/node': 'v22.0.0\n', '/opt/other': '1.2.3\n' };
    expect(await executables(host(versions, null), '/opt/node')).toEqual(['/opt/node']);
    expect(await executables(host(versions, null), '/opt/other')).toEqual([]);
    expect(await executables(host(versions, null), '/opt/none')).toEqual([]);
  });
});

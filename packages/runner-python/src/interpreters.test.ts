import type { HostInfo } from '@repltool/core';
import { describe, expect, it } from 'vitest';
import { host } from '../test/interpreters.ts';
import { findInterpreters } from './interpreters.ts';

function hostWith(answers: Readonly<Record<string, object | string>>): HostInfo {
  const known = (path: string) => path in answers;
  return {
    which: (program) => Promise.resolve(known(`/bin/${program}`) ? `/bin/${program}` : null),
    exists: (path) => Promise.resolve(known(path)),
    output: (file) => {
      const answer = answers[file];
      return Promise.resolve(
        typeof answer === 'object' ? JSON.stringify(answer) : (answer ?? null),
      );
    },
  };
}

const facts = (executable: string, minor: number) => ({
  executable,
  version: [3, minor],
  files: [`/lib/python3.${minor}`],
});

describe('interpreters', () => {
  it('finds a real one of this host, with its library', async () => {
    const [first] = await findInterpreters(host);
    expect(first?.executable).toMatch(/^\/.*python3\.\d+$/);
    expect(first?.mounts.some(({ source }) => /\/python3\.\d+$/.test(source))).toBe(true);
    for (const { source } of first?.mounts ?? []) expect(await host.exists(source)).toBe(true);
  });

  it("takes the PATH's choice first, sees through shims, and names each once", async () => {
    const found = await findInterpreters(
      hostWith({
        '/bin/python3': facts('/opt/py/bin/python3.12', 12),
        '/usr/local/bin/python3': facts('/opt/py/bin/python3.12', 12),
        '/usr/bin/python3': facts('/usr/bin/python3.11', 11),
      }),
    );
    expect(found).toEqual([
      { executable: '/opt/py/bin/python3.12', mounts: [{ source: '/lib/python3.12' }] },
      { executable: '/usr/bin/python3.11', mounts: [{ source: '/lib/python3.11' }] },
    ]);
  });

  it('looks for names with versions where the usual ones are too old', async () => {
    const found = await findInterpreters(
      hostWith({
        '/bin/python3': facts('/usr/bin/python3.9', 9),
        '/bin/python3.12': facts('/usr/bin/python3.12', 12),
      }),
    );
    expect(found.map(({ executable }) => executable)).toEqual(['/usr/bin/python3.12']);
  });

  it('passes over what is too old, broken or not Python', async () => {
    const found = await findInterpreters(
      hostWith({
        '/bin/python3': facts('/usr/bin/python3.10', 10),
        '/bin/python3.13': 'not JSON',
        '/bin/python3.11': { executable: 'relative', version: [3, 11], files: [] },
      }),
    );
    expect(found).toEqual([]);
  });

  it('tries nothing but the interpreter it was given', async () => {
    const only = '/venv/bin/python';
    const found = await findInterpreters(
      hostWith({ [only]: facts(only, 11), '/bin/python3': facts('/usr/bin/python3.11', 11) }),
      only,
    );
    expect(found.map(({ executable }) => executable)).toEqual([only]);
  });
});

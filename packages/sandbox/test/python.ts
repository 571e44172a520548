import { execFileSync } from 'node:child_process';
import type { ReadOnlyMount } from '@repltool/core';

/** A Python outside home directories, found once; a machine without one fails the tests. */
const FACTS = `
import os, sys, sysconfig
print(os.path.realpath(sys.executable))
print(sysconfig.get_path('stdlib'))
print(sysconfig.get_path('platstdlib'))
`;

const [executable = '', ...libraries] = execFileSync('python3', ['-I', '-c', FACTS], {
  env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  encoding: 'utf8',
})
  .trim()
  .split('\n');

export const PYTHON = executable;
export const PYTHON_MOUNTS: readonly ReadOnlyMount[] = [...new Set([executable, ...libraries])].map(
  (source) => ({ source }),
);

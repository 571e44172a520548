import { fileURLToPath } from 'node:url';
import type { DriverFile } from '@repltool/core';

/** The file Node is started with. */
export const DRIVER_MAIN = 'main.cjs';

const FILES = [
  DRIVER_MAIN,
  'frames.cjs',
  'pristine.cjs',
  'shared.cjs',
  'values.cjs',
  ...[
    'cells',
    'channel',
    'children',
    'descriptors',
    'exceptions',
    'main-thread',
    'main',
    'marks',
    'primitives',
    'source',
    'termination',
  ].map((name) => `control/${name}.cjs`),
  ...[
    'async-contexts',
    'code-strings',
    'exit',
    'globals',
    'output',
    'rendering',
    'scope',
    'thrown',
    'turn',
    'uncaught',
  ].map((name) => `user/${name}.cjs`),
];

/** The driver's files, as the sandbox is to hold them. */
export const driverFiles: readonly DriverFile[] = FILES.map((name) => ({
  name,
  source: fileURLToPath(new URL(`../driver/${name}`, import.meta.url)),
}));

import { fileURLToPath } from 'node:url';
import type { DriverFile } from '@repltool/core';

/** The file the interpreter is started with. */
export const DRIVER_MAIN = 'main.py';

const MODULES = [
  '__init__',
  'cells',
  'channel',
  'compiling',
  'descriptors',
  'errors',
  'event_loop',
  'imports',
  'interrupts',
  'namespace',
  'native',
  'outcome',
  'private',
  'server',
  'streams',
  'text',
  'values',
];

function driverFile(name: string): DriverFile {
  return { name, source: fileURLToPath(new URL(`../driver/${name}`, import.meta.url)) };
}

/** The driver's files, as the sandbox is to hold them. */
export const driverFiles: readonly DriverFile[] = [
  driverFile(DRIVER_MAIN),
  ...MODULES.map((module) => driverFile(`repltool_driver/${module}.py`)),
];

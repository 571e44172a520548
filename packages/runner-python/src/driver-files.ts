import { fileURLToPath } from 'node:url';
import type { DriverFile } from '@repltool/core';

/** The file the interpreter is started with. */
export const DRIVER_MAIN = 'main.py';

const MODULES = [
  '__init__',
  'cells',
  'channel',
  'checkpoints',
  'compiling',
  'descriptors',
  'errors',
  'event_loop',
  'forks',
  'imports',
  'interrupts',
  'lineage',
  'namespace',
  'native',
  'outcome',
  'private',
  'process_tree',
  'server',
  'streams',
  'subreaper',
  'succession',
  'supervisor',
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

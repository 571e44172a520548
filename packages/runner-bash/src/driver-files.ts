import { fileURLToPath } from 'node:url';
import type { DriverFile } from '@repltool/core';

/** The file the interpreter is started with. */
export const DRIVER_MAIN = 'main.bash';

const PARTS = [
  'builtins',
  'cells',
  'channel',
  'descriptors',
  'exit',
  'hearing',
  'interrupts',
  'loop',
  'report',
  'restore',
  'settings',
  'start',
  'state',
  'syntax',
  'trap-command',
  'traps',
];

function driverFile(name: string): DriverFile {
  return { name, source: fileURLToPath(new URL(`../driver/${name}`, import.meta.url)) };
}

/** The driver's files, as the sandbox is to hold them. `bash` is the loop that gives messages their name. */
export const driverFiles: readonly DriverFile[] = [
  driverFile(DRIVER_MAIN),
  driverFile('bash'),
  ...PARTS.map((part) => driverFile(`${part}.bash`)),
];

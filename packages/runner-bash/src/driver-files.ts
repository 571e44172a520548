import { fileURLToPath } from 'node:url';
import type { DriverFile } from '@repltool/core';

/** The file the shell is started with. */
export const DRIVER_MAIN = 'main.bash';

/** The loop alone has no ending, so that the shell's messages say `bash`. */
const LOOP = 'bash';

const PARTS = [
  'builtins',
  'cells',
  'channel',
  'descriptors',
  'exit',
  'hearing',
  'interrupts',
  'loop',
  'reply',
  'restore',
  'settings',
  'start',
  'state',
  'syntax',
  'traps',
];

function driverFile(name: string): DriverFile {
  return { name, source: fileURLToPath(new URL(`../driver/${name}`, import.meta.url)) };
}

/** The driver's files, as the sandbox is to hold them. */
export const driverFiles: readonly DriverFile[] = [
  driverFile(DRIVER_MAIN),
  driverFile(LOOP),
  ...PARTS.map((part) => driverFile(`${part}.bash`)),
];

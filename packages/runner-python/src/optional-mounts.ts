import type { ReadOnlyMount } from '@repltool/core';

/** What the library and the usual packages read outside the interpreter's own directories, where a host has it. */
export const OPTIONAL_MOUNTS: readonly ReadOnlyMount[] = [
  '/usr/share/zoneinfo',
  '/etc/mime.types',
  '/etc/matplotlibrc',
  '/usr/share/matplotlib',
  '/etc/fonts',
  '/usr/share/fontconfig',
  '/usr/share/fonts',
].map((source) => ({ source, optional: true }));

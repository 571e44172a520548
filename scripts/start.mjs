// Prepares this clone if need be and becomes `repltool serve` with the given flags.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup/paths.mjs';
import { prepare } from './setup/prepare.mjs';
import { provideInterpreters } from './setup/programs.mjs';
import { report } from './setup/progress.mjs';

const cli = join(root, 'packages/repltool/dist/cli.js');

try {
  await prepare();
  await provideInterpreters(['python3', 'bash']);
} catch (error) {
  report(error);
  process.exit(1);
}
process.argv = [process.execPath, cli, 'serve', ...process.argv.slice(2)];
await import(pathToFileURL(cli).href);

import { build } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { SetupError } from './progress.mjs';
import { providePrograms } from './programs.mjs';

/** Makes a fresh clone on a fresh machine ready: the sandbox's program, npm packages, the build. */
export async function prepare() {
  if (process.platform !== 'linux') {
    throw new SetupError(`the sandbox needs Linux; this is ${process.platform}`);
  }
  await providePrograms(['bwrap']);
  await installDependencies();
  await build();
}

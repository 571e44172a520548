import { join } from 'node:path';
import { run } from './command.mjs';
import { filesUnder } from './files.mjs';
import { unlessFresh } from './fingerprint.mjs';
import { localProgram, root } from './paths.mjs';
import { step } from './progress.mjs';

const playground = 'apps/playground';

/** Builds the packages and the playground, unless the sources are those of the last build. */
export async function build() {
  const job = {
    job: 'build',
    inputs: ['packages', 'apps']
      .flatMap(filesUnder)
      .filter((file) => !/\.test\.tsx?$|\/test\//.test(file))
      .concat('tsup.config.ts', 'tsconfig.base.json', 'pnpm-lock.yaml'),
    products: ['packages/repltool/dist/cli.js', `${playground}/dist/index.html`],
  };
  const bundle = [localProgram('vite', playground), 'build'];
  await unlessFresh(job, () =>
    step('building', () =>
      Promise.all([run([localProgram('tsup')]), run(bundle, { cwd: join(root, playground) })]),
    ),
  );
}

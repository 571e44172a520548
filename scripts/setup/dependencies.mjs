import { join } from 'node:path';
import { run } from './command.mjs';
import { unlessFresh } from './fingerprint.mjs';
import { step } from './progress.mjs';
import { readManifest, workspaceFolders } from './workspace.mjs';

/** Installs the npm packages of the lockfile with the pnpm that package.json pins, fetched through npx. */
export async function installDependencies() {
  const manifests = workspaceFolders().map((folder) => join(folder, 'package.json'));
  const job = {
    job: 'dependencies',
    inputs: [...manifests, 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
    products: ['node_modules/.modules.yaml'],
  };
  const { packageManager } = readManifest('.');
  // `engineStrict` guards what is added to the catalog; a tool of the tests that refuses this Node must not stop a start.
  const install = ['npx', '--yes', packageManager, 'install', '--frozen-lockfile'].concat(
    '--config.engine-strict=false',
  );
  await unlessFresh(job, () =>
    // Without a terminal pnpm refuses to replace a node_modules of another layout, except under CI.
    step('installing packages', () => run(install, { env: { CI: 'true' } })),
  );
}

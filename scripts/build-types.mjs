// Completes a build with the declarations of the published packages.
import { writeTypes } from './packages/types.mjs';
import { report } from './setup/progress.mjs';

try {
  await writeTypes();
} catch (error) {
  report(error);
  process.exitCode = 1;
}

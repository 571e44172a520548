// Prepares this clone if need be and runs every check and test; the last line is the count.
import { availableParallelism } from 'node:os';
import { staticChecks } from './checks/static.mjs';
import { runJourneys, runVitest } from './checks/suites.mjs';
import { run } from './setup/command.mjs';
import { prepare } from './setup/prepare.mjs';
import { provideBrowser, providePrograms, providePythonPackages } from './setup/programs.mjs';
import { report, seconds } from './setup/progress.mjs';

const totals = { passed: 0, failed: 0 };

async function perform({ title, work }) {
  const started = performance.now();
  const { passed, failed, error } = await work();
  totals.passed += passed;
  totals.failed += failed;
  const counts = passed > 0 ? `${passed} passed, ` : '';
  const failures = failed > 0 ? `${failed} failed, ` : '';
  console.log(`${title} … ${counts}${failures}${seconds(started)}`);
  if (error !== undefined) report(error);
}

/** Performs jobs in their order, `atOnce` of them at a time. */
async function performAll(jobs, atOnce) {
  const waiting = jobs.values();
  async function lane() {
    for (const job of waiting) await perform(job);
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
}

const started = performance.now();
try {
  await prepare();
  await providePrograms(['bash', 'python3', 'shellcheck', 'curl', 'openssl']);
  await providePythonPackages();
  const browser = await provideBrowser();
  await performAll(staticChecks(), Math.min(availableParallelism(), 4));
  console.log((await run([process.execPath, 'scripts/requirements.mjs'])).split('\n').at(-2));
  await perform({ title: 'vitest', work: runVitest });
  await perform({ title: 'browser journeys', work: () => runJourneys(browser) });
} catch (error) {
  totals.failed += 1;
  report(error);
}
console.log(`all … ${seconds(started)}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../setup/command.mjs';
import { localProgram, root } from '../setup/paths.mjs';

/** Runs a suite that writes its JSON report to a file; one that fails without a failed test counts as a failure. */
async function runSuite(commandOf, countsOf) {
  const folder = mkdtempSync(join(tmpdir(), 'repltool-report-'));
  const file = join(folder, 'report.json');
  const { command, ...options } = commandOf(file);
  try {
    const error = await run(command, options).then(
      () => undefined,
      (failure) => failure,
    );
    const nothing = { passed: 0, failed: 1 };
    const counts = existsSync(file) ? countsOf(JSON.parse(readFileSync(file, 'utf8'))) : nothing;
    const failed = error === undefined ? counts.failed : Math.max(counts.failed, 1);
    return { passed: counts.passed, failed, error };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Unit and integration tests. */
export function runVitest() {
  return runSuite(
    (file) => ({
      command: [localProgram('vitest'), 'run', '--reporter=default', '--reporter=json'].concat(
        `--outputFile.json=${file}`,
      ),
    }),
    (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  );
}

/** The journeys through the built product in the Chromium at `browser`. */
export function runJourneys(browser) {
  return runSuite(
    (file) => ({
      command: [localProgram('playwright', 'e2e'), 'test', '--project=journeys'].concat(
        '--reporter=list,json',
        '--max-failures=10',
      ),
      cwd: join(root, 'e2e'),
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, REPLTOOL_CHROMIUM: browser },
    }),
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  );
}

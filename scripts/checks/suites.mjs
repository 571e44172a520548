import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../setup/command.mjs';
import { localProgram, root } from '../setup/paths.mjs';

function readCounts(file, countsOf) {
  try {
    return countsOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** Runs a suite that writes its JSON report to a file; a suite that fails without a failed test counts as one. */
async function runSuite(commandOf, countsOf) {
  const folder = mkdtempSync(join(tmpdir(), 'repltool-report-'));
  const file = join(folder, 'report.json');
  const { command, ...options } = commandOf(file);
  try {
    const error = await run(command, options).then(
      () => undefined,
      (failure) => failure,
    );
    const { passed, failed } = readCounts(file, countsOf);
    return { passed, failed: error === undefined ? failed : Math.max(failed, 1), error };
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

/** The journeys through the built product in the browser at `browser`, or in Playwright's own. */
export function runJourneys(browser) {
  return runSuite(
    (file) => ({
      command: [localProgram('playwright', 'e2e'), 'test', '--project=journeys'].concat(
        '--reporter=list,json',
      ),
      cwd: join(root, 'e2e'),
      env: {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        ...(browser === undefined ? {} : { REPLTOOL_CHROMIUM: browser }),
      },
    }),
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  );
}

import { run } from '../setup/command.mjs';
import { filesUnder } from '../setup/files.mjs';
import { localProgram } from '../setup/paths.mjs';

const pythonCompile = [
  '-X',
  'pycache_prefix=node_modules/.cache/repltool/python',
  '-m',
  'py_compile',
];

function driverFiles(name) {
  return filesUnder('packages').filter((file) => /\/driver\//.test(file) && name.test(file));
}

const passes = { passed: 0, failed: 0 };

/** Checks of the sources, the slowest first; their `work` gives what `runSuite` gives, a failed check being one failure. */
export function staticChecks() {
  const commands = {
    eslint: [localProgram('eslint'), '.', '--max-warnings', '0'],
    types: [localProgram('tsc'), '--noEmit'],
    prettier: [localProgram('prettier'), '--check', '.'],
    'types of the playground': [localProgram('tsc'), '--noEmit', '-p', 'apps/playground'],
    'types of the journeys': [localProgram('tsc'), '--noEmit', '-p', 'e2e'],
    'published packages': [process.execPath, 'scripts/check-packages.mjs'],
    knip: [localProgram('knip'), '--no-progress'],
    shellcheck: ['shellcheck', '--severity=warning', '.ci/run', ...driverFiles(/\.(?:ba)?sh$/)],
    'python sources': ['python3', '-W', 'error', ...pythonCompile, ...driverFiles(/\.py$/)],
  };
  return Object.entries(commands).map(([title, command]) => ({
    title,
    work: () =>
      run(command).then(
        () => passes,
        (error) => ({ passed: 0, failed: 1, error }),
      ),
  }));
}

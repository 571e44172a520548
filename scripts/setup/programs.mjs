import { join } from 'node:path';
import { CommandFailed, run } from './command.mjs';
import { findProgram, localProgram, root } from './paths.mjs';
import { SetupError, report, step } from './progress.mjs';
import { installSystemPackage } from './system-packages.mjs';

/** Programs the product or its tests need, and the system packages that bring them. */
const PROGRAMS = {
  bwrap: { purpose: 'bubblewrap', packages: { default: 'bubblewrap' } },
  python3: { purpose: 'Python 3', packages: { default: 'python3', pacman: 'python' } },
  bash: { purpose: 'Bash', packages: { default: 'bash' } },
  curl: { purpose: 'curl', packages: { default: 'curl' } },
  openssl: { purpose: 'OpenSSL', packages: { default: 'openssl' } },
  shellcheck: {
    purpose: 'ShellCheck',
    packages: { default: 'shellcheck', dnf: 'ShellCheck', zypper: 'ShellCheck' },
  },
};

/** The system's Python, and packages of it that the driver does more with; each is a package of the system too. */
const SYSTEM_PYTHON = '/usr/bin/python3';
const PYTHON_PACKAGES = ['matplotlib', 'pandas', 'jedi'];

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Installs the named programs of the table above that this machine lacks. */
export async function providePrograms(names) {
  for (const name of names) {
    if (findProgram(name) !== undefined) continue;
    const { purpose, packages } = PROGRAMS[name];
    await step(`installing ${purpose}`, () => installSystemPackage(purpose, packages));
    if (findProgram(name) === undefined) {
      throw new SetupError(`${purpose} was installed, but ${name} is not on the PATH`);
    }
  }
}

/** The same for an interpreter that the product can do without: its language is then not on offer. */
export async function provideInterpreters(names) {
  for (const name of names) {
    try {
      await providePrograms([name]);
    } catch (error) {
      report(error);
    }
  }
}

/** The same for those packages: their tests are not run where they cannot be had. */
export async function providePythonPackages() {
  for (const name of PYTHON_PACKAGES) {
    try {
      await run([SYSTEM_PYTHON, '-c', `import ${name}`]);
    } catch {
      const purpose = `Python's ${name}`;
      const packages = { default: `python3-${name}`, pacman: `python-${name}` };
      await step(`installing ${purpose}`, () => installSystemPackage(purpose, packages)).catch(
        report,
      );
    }
  }
}

/** A Chromium of this system that starts; Ubuntu's is a stub without snapd, so being there is not enough. */
async function systemBrowser() {
  for (const path of BROWSERS.map(findProgram)) {
    if (path === undefined) continue;
    try {
      await run([path, '--version']);
      return path;
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
    }
  }
  return undefined;
}

const OWN_BROWSER = "require('@playwright/test').chromium.executablePath()";

/** The Chromium that Playwright downloads, for systems whose packages bring none. */
async function playwrightBrowser() {
  await run([localProgram('playwright', 'e2e'), 'install', '--with-deps', 'chromium']);
  const path = await run([process.execPath, '-p', OWN_BROWSER], { cwd: join(root, 'e2e') });
  return path.trim();
}

/** The path of a Chromium for the browser tests, installed if there is none. */
export async function provideBrowser() {
  const present = await systemBrowser();
  if (present !== undefined) return present;
  return step('installing Chromium', async () => {
    try {
      await installSystemPackage('Chromium', { default: 'chromium' });
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
    }
    try {
      return (await systemBrowser()) ?? (await playwrightBrowser());
    } catch (cause) {
      const message = 'the browser tests need Chromium: install the package chromium';
      throw new SetupError(message, { cause });
    }
  });
}

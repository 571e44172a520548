import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The Chromium of this machine, or the one `REPLTOOL_CHROMIUM` names.
 * @throws where there is none, since these tests are not worth passing without a browser
 */
export function findChromium(): string {
  const named = process.env['REPLTOOL_CHROMIUM'];
  if (named !== undefined) {
    if (!isExecutable(named)) throw new Error(`REPLTOOL_CHROMIUM: cannot execute ${named}`);
    return named;
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isExecutable);
  if (found === undefined) {
    throw new Error(
      'The browser tests need Chromium: install the package `chromium`, or set REPLTOOL_CHROMIUM.',
    );
  }
  return found;
}

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../setup/command.mjs';
import { localProgram, root } from '../setup/paths.mjs';
import { publishedFolders } from '../setup/workspace.mjs';

const cache = join(root, 'node_modules/.cache/repltool');
const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', root];

/** Writes the declarations of each published package beside its built code. */
export async function writeTypes() {
  mkdirSync(cache, { recursive: true });
  const emitted = mkdtempSync(join(cache, 'types-'));
  try {
    await run([localProgram('tsc'), ...flags, '--outDir', emitted]);
    for (const folder of publishedFolders()) {
      cpSync(join(emitted, folder, 'src'), join(root, folder, 'dist'), {
        recursive: true,
        filter: (path) => !path.endsWith('.test.d.ts'),
      });
    }
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

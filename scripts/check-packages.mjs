// Checks what each published package would bring its users: entry points, files, declarations.
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root } from './setup/paths.mjs';
import { publishedFolders, readManifest } from './setup/workspace.mjs';

for (const folder of publishedFolders()) {
  const { messages } = await publint({ pkgDir: join(root, folder), pack: 'npm', strict: true });
  const manifest = readManifest(folder);
  for (const message of messages) {
    console.log(`${folder}: ${formatMessage(message, manifest)}`);
    process.exitCode = 1;
  }
}

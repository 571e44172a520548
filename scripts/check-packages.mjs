// Packs each published package as the registry would get it, and checks its entry points, files and declarations.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { writeTypes } from './packages/types.mjs';
import { run } from './setup/command.mjs';
import { report } from './setup/progress.mjs';
import { publishedFolders, readManifest } from './setup/workspace.mjs';

const folders = publishedFolders();
const packed = mkdtempSync(join(tmpdir(), 'repltool-packed-'));
try {
  await writeTypes();
  const paths = folders.map((folder) => `./${folder}`);
  const pack = ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', packed];
  const tarballs = Object.values(JSON.parse(await run([...pack, ...paths])));
  for (const [index, folder] of folders.entries()) {
    const manifest = readManifest(folder);
    const tarball = readFileSync(join(packed, tarballs[index].filename));
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(tarball).buffer },
      strict: true,
    });
    for (const message of messages) {
      console.log(`${folder}: ${formatMessage(message, manifest, { color: false })}`);
      process.exitCode = 1;
    }
  }
} catch (error) {
  report(error);
  process.exitCode = 1;
} finally {
  rmSync(packed, { recursive: true });
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

/** One hash of the names and contents of files, which are relative to the root. */
function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Does `work` unless it was last finished with the same contents of `inputs`, and its `products` are there still.
 * `job` names the work; files are relative to the root.
 */
export async function unlessFresh({ job, inputs, products }, work) {
  const stamp = join(root, 'node_modules/.cache/repltool', job);
  const current = fingerprint(inputs);
  const finished = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
  if (finished === current && products.every((file) => existsSync(join(root, file)))) return;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
}

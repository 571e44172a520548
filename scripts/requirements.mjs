// Lists the rows of docs/requirements.md that no test cites; fails for a citation of a row that is not there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './setup/files.mjs';
import { root } from './setup/paths.mjs';

/** Where tests are: files named so, test folders, and the suite that every runner's test calls. */
const TEST_SOURCE =
  /\.(?:test|spec)\.tsx?$|\/test\/|^packages\/runner-testkit\/src\/|^e2e\/.*\.ts$/;

const cited = new Set(
  ['packages', 'apps', 'e2e', 'security']
    .flatMap(filesUnder)
    .filter((file) => TEST_SOURCE.test(file))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/R-[A-Z]{3}-\d\d/g) ?? []),
);
const table = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
const rows = new Map(
  [...table.matchAll(/^\| (R-[A-Z]{3}-\d\d) \| (.*?) *\|$/gm)].map(([, id, text]) => [id, text]),
);
const open = [...rows].filter(([id]) => !cited.has(id));
const unknown = [...cited].filter((id) => !rows.has(id));

for (const [id, behaviour] of open) console.log(`${id}  ${behaviour}`);
for (const id of unknown) console.error(`${id} is cited, but is no row of docs/requirements.md`);
console.log(`requirements … ${rows.size - open.length} of ${rows.size} cited by a test`);
process.exitCode = unknown.length === 0 ? 0 : 1;

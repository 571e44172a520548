import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '../host/remove-tree.ts';
import { runProgram } from '../host/run-program.ts';
import { createServerPlace } from '../host/server-place.ts';
import { missing, ok, type Diagnosis } from './diagnosis.ts';
import { wordsOf } from './words.ts';

const PART = 'data directory';

/** Whether the sandboxes' users can walk to it, and run the programs of a toolbox that is put there. */
export async function diagnoseDirectory(
  dataDir: string | undefined,
  group: number | undefined,
): Promise<Diagnosis> {
  let directory: string | undefined;
  try {
    const place = await createServerPlace(dataDir, group);
    directory = place.directory;
    const program = join(directory, 'program');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
    const runs = await runProgram(program, []).then(
      () => true,
      () => false,
    );
    return runs
      ? ok(PART, place.servers)
      : missing(
          PART,
          `no program can be run from ${place.servers}`,
          'it is on a file system mounted noexec: choose another directory with REPLTOOL_DATA_DIR',
        );
  } catch (error) {
    return missing(PART, wordsOf(error), 'choose another directory with REPLTOOL_DATA_DIR');
  } finally {
    if (directory !== undefined) await removeTree(directory);
  }
}

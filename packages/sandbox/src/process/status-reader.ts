import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';

const startedSchema = z.object({ 'child-pid': z.int().positive() });
const exitedSchema = z.object({ 'exit-code': z.int() });

/** What bwrap reports of the process it starts. */
export interface StatusReport {
  /** Host pid of process 1 inside; null when bwrap ended without making one. */
  readonly initPid: Promise<number | null>;
  /** Exit code of the program; null when it was never run, or bwrap was killed before it could tell. */
  readonly exitCode: Promise<number | null>;
}

/** Reads the JSON documents, one a line, that bwrap writes to its `--json-status-fd`. */
export function readStatus(stream: Readable): StatusReport {
  const lines = createInterface({ input: stream });
  const first = (pick: (document: unknown) => number | undefined): Promise<number | null> =>
    new Promise((resolve) => {
      lines.on('line', (line) => {
        const found = pick(parseDocument(line));
        if (found !== undefined) resolve(found);
      });
      lines.once('close', () => resolve(null));
    });
  return {
    initPid: first((document) => startedSchema.safeParse(document).data?.['child-pid']),
    exitCode: first((document) => exitedSchema.safeParse(document).data?.['exit-code']),
  };
}

/** A line cut short by bwrap's death is no document. */
function parseDocument(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

import { diagnose, type Diagnosis } from '@repltool/sandbox';
import { EXIT } from './exit-code.ts';
import { writeOut } from './write-out.ts';

export interface DoctorCommandOptions {
  readonly json?: true;
  readonly dataDir?: string;
}

/** One part: its state and what was seen on the first line, how to mend it below. */
function describe({ part, state, why, mend }: Diagnosis, width: number): string {
  const line = `${part.padEnd(width)}  ${state.padEnd(8)}  ${why}`;
  return mend === '' ? line : `${line}\n${' '.repeat(width)}            mend: ${mend}`;
}

/**
 * `repltool doctor`: what this host can enforce, what it cannot, and how to mend it.
 * @returns the exit code: 0 when sandboxes work, if only with less than the strongest means
 */
export async function doctorCommand(options: DoctorCommandOptions): Promise<number> {
  const { dataDir } = options;
  const found = await diagnose(dataDir === undefined ? {} : { dataDir });
  const width = Math.max(...found.map(({ part }) => part.length));
  const report = options.json
    ? JSON.stringify(found)
    : found.map((diagnosis) => describe(diagnosis, width)).join('\n');
  await writeOut(process.stdout, `${report}\n`);
  return found.some(({ state }) => state === 'missing') ? EXIT.failure : 0;
}

import type { HostInfo } from '@repltool/core';
import { z } from 'zod';

const factsSchema = z.object({
  /** The interpreter itself: a version manager's shim is seen through, a virtual environment is kept. */
  executable: z.string().startsWith('/'),
  version: z.tuple([z.int(), z.int()]),
  /** What it reads besides its executable: library, site directories, `pyvenv.cfg`, a shared libpython. */
  files: z.array(z.string().startsWith('/')),
});
export type InterpreterFacts = z.infer<typeof factsSchema>;

const QUESTION = `
import json, os, sys, sysconfig
virtual = sys.prefix != sys.base_prefix
library = os.path.join(sysconfig.get_config_var('LIBDIR') or '', sysconfig.get_config_var('INSTSONAME') or '')
files = [sysconfig.get_path('stdlib'), sysconfig.get_path('platstdlib'), *sys.path]
files += [os.path.join(sys.prefix, 'pyvenv.cfg')] if virtual else []
files += [library] if sysconfig.get_config_var('Py_ENABLE_SHARED') else []
files = sorted({file for file in files if os.path.isabs(file) and os.path.exists(file)})
print(json.dumps({
    'executable': sys.executable if virtual else os.path.realpath(sys.executable),
    'version': sys.version_info[:2],
    'files': [file for file in files if not any(file.startswith(other + '/') for other in files)],
}))
`;

/** What an interpreter says of itself; null when it does not answer as Python does. */
export async function interpreterFacts(
  host: HostInfo,
  program: string,
): Promise<InterpreterFacts | null> {
  const answer = await host.output(program, ['-I', '-c', QUESTION]);
  if (answer === null) return null;
  try {
    return factsSchema.parse(JSON.parse(answer));
  } catch {
    return null;
  }
}

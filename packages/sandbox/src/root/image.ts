import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { join } from 'node:path';
import type { ReadOnlyMount } from '@repltool/core';
import type { SandboxModeRules } from '@repltool/protocol';
import { writeEtc } from './etc.ts';
import { detectHostLayout, type HostLayout } from './host-layout.ts';
import type { RootOperation } from './operation.ts';
import { PROGRAMS_INSIDE, stageToolbox, type Toolbox } from './toolbox.ts';

/** What all sandboxes of a server share: prepared once, in the server's own directory. */
export interface Image {
  readonly layout: HostLayout;
  readonly etc: readonly RootOperation[];
  readonly empty: string;
  /** The toolbox of a mode that has one, with mount points for `mounts`; prepared once for each kind. */
  toolbox(rules: SandboxModeRules, mounts: readonly ReadOnlyMount[]): Promise<Toolbox | null>;
}

export async function prepareImage(directory: string): Promise<Image> {
  const empty = join(directory, 'empty');
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  const [layout, etc] = await Promise.all([
    detectHostLayout(),
    writeEtc(join(directory, 'etc')),
    writeFile(empty, '', { mode: 0o444 }),
  ]);
  const toolboxes = new Map<string, Promise<Toolbox>>();
  return {
    layout,
    etc,
    empty,
    async toolbox({ processes, toolbox: names }, mounts) {
      if (processes !== 'toolbox') return null;
      const mountPoints = mounts.flatMap(programMountPoint);
      const key = JSON.stringify([names, mountPoints]);
      const known = toolboxes.get(key);
      if (known !== undefined) return known;
      const staged = stageToolbox(
        { names, mountPoints },
        join(directory, `toolbox-${toolboxes.size}`),
      );
      toolboxes.set(key, staged);
      return staged;
    },
  };
}

function programMountPoint({ source, target = source }: ReadOnlyMount): string[] {
  const { dir, base } = posix.parse(target);
  return dir === PROGRAMS_INSIDE || dir === '/bin' ? [base] : [];
}

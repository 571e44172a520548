import type { KeepOptions } from './kept-states.ts';
import type { FileTree, WorkspaceFiles } from './ports/sandbox.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Memory of an entry besides its path and content. */
const ENTRY_BYTES = 256;
/** How long the next cell may take to come before the files are looked at. */
const IDLE_MS = 5;
const EMPTY: FileTree = { entries: [], bytes: 0, omitted: [] };

/** The files of a session as its latest cells left them, as far as that was kept. */
export interface FileHistory extends Disposable {
  /** A cell is about to run, on files that are not being looked at any more. */
  cellBegins(): Promise<void>;
  cellEnded(cell: string): void;
  /** Puts the files back to what they were after `cell`, or at the beginning. False when that was not kept. */
  goBack(cell: string | null): Promise<boolean>;
}

interface KeptTree {
  readonly cell: string | null;
  readonly tree: FileTree;
}

/** Bytes of all entries and contents; contents that several trees share count once. */
function weigh(trees: readonly KeptTree[]): number {
  const contents = new Set<Buffer>();
  let bytes = 0;
  for (const { tree } of trees) {
    for (const entry of tree.entries) {
      bytes += ENTRY_BYTES + entry.path.length + (entry.kind === 'link' ? entry.target.length : 0);
      if (entry.kind === 'file') contents.add(entry.content);
    }
  }
  for (const content of contents) bytes += content.length;
  return bytes;
}

/** @param beginning the files the session began with */
export function createFileHistory(
  files: WorkspaceFiles | null,
  { when, depth }: KeepOptions,
  beginning: FileTree = EMPTY,
): FileHistory {
  const first: KeptTree = { cell: null, tree: beginning };
  let trees: KeptTree[] = [];
  let timer: NodeJS.Timeout | undefined;
  let capturing: Promise<void> = Promise.resolve();
  let stop = new AbortController();

  const capture = async (cell: string, signal: AbortSignal): Promise<void> => {
    const before = trees.at(-1) ?? first;
    const tree = await files?.capture(before.tree, signal).catch(() => null);
    if (!tree) return;
    trees.push({ cell, tree });
    while (trees.length > depth || (trees.length > 1 && weigh(trees) > MAX_BYTES)) {
      trees.shift();
    }
  };

  const start = (cell: string): void => {
    stop = new AbortController();
    capturing = capture(cell, stop.signal);
  };

  return {
    async cellBegins() {
      clearTimeout(timer);
      if (when === 'idle') stop.abort();
      await capturing;
    },
    cellEnded(cell) {
      if (files === null || when === 'off') return;
      if (when === 'every-cell') return start(cell);
      timer = setTimeout(() => start(cell), IDLE_MS);
      timer.unref();
    },
    async goBack(cell) {
      const kept = cell === null ? first : trees.find((tree) => tree.cell === cell);
      if (kept === undefined || files === null) return false;
      trees = trees.slice(0, trees.indexOf(kept) + 1);
      await files.restore(kept.tree);
      return true;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      stop.abort();
    },
  };
}

import { ReplError, type RuntimeInfo } from '@repltool/protocol';
import type { SessionSnapshot } from '../api.ts';
import type { Interpreter } from '../interpreter.ts';
import type { RunnerPlugin } from '../ports/runner.ts';
import type { FileTree, Sandbox } from '../ports/sandbox.ts';
import { encodeSnapshot } from './codec.ts';

interface Session {
  readonly plugin: RunnerPlugin;
  readonly runtime: RuntimeInfo;
  readonly sandbox: Sandbox;
}

const NO_FILES: FileTree = { entries: [], bytes: 0, omitted: [] };

/** @throws ReplError SnapshotNotPossible */
export async function takeSnapshot(
  { plugin, runtime, sandbox }: Session,
  interpreter: Interpreter,
): Promise<SessionSnapshot> {
  const state = await interpreter.transfer.dump();
  if (state === null) {
    throw new ReplError('SnapshotNotPossible', 'The state is too large, or cannot be read.');
  }
  const files = sandbox.files === null ? NO_FILES : await sandbox.files.capture(null);
  if (files === null) {
    throw new ReplError('SnapshotNotPossible', 'The files are too many, too large or unreadable.');
  }
  const { language } = plugin;
  const createdAt = new Date().toISOString();
  const bytes = await encodeSnapshot({ language, runtime, createdAt, state, files });
  return {
    bytes,
    lost_names: [...state.lostNames, ...files.omitted.map((path) => `file ${path}`)],
  };
}

import type { DriverState } from '../driver/state-transfer.ts';
import type { FileTree } from '../ports/sandbox.ts';

/** A session outside of any engine: what it takes to go on with it elsewhere. */
export interface Snapshot {
  /** The runner's language, not an alias. */
  readonly language: string;
  readonly runtime: { readonly name: string; readonly version: string };
  readonly createdAt: string;
  readonly state: DriverState;
  readonly files: FileTree;
}

import type { Case } from './cases.ts';
import type { Replayed } from './replay/replay.ts';

/** Asserts that a case went as its `expect` says, no weaker than the words. */
export type Check = (replayed: Replayed) => void | Promise<void>;

/** The checks of an area, by the id of their case. */
export type Checks = Readonly<Record<string, Check>>;

/** Of cases that need a server in a process of its own: what replays each and asserts the same, by its id. */
export type OwnReplays = Readonly<Record<string, (one: Case) => Promise<void>>>;

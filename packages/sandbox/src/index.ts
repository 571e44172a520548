export { createBubblewrapBackend } from './backend.ts';
export type { BubblewrapOptions } from './options.ts';

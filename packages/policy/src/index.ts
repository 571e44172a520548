export { SANDBOX_MODES } from './modes/sandbox-modes.ts';
export { createPolicy, type Policy } from './policy.ts';

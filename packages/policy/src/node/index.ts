export { loadPolicyConfig } from './config-file.ts';
export { nodeGrammars } from './grammars.ts';
export { createPolicy, type NodePolicyOptions } from './policy.ts';

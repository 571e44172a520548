import { createPolicy as createPolicyWith, type Policy, type PolicyOptions } from '../policy.ts';
import { nodeGrammars } from './grammars.ts';

export type NodePolicyOptions = Omit<PolicyOptions, 'grammars'>;

/** The policy, with the grammars of the installed packages. */
export function createPolicy(options: NodePolicyOptions = {}): Policy {
  return createPolicyWith({ ...options, grammars: nodeGrammars() });
}

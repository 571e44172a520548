import type { SandboxModeRules } from '@repltool/protocol';
import type { SeccompProfile, SeccompRule } from './profile.ts';
import { BASE_RULES } from './profiles/base.ts';
import { PROCESS_RULES, SYSTEM_RULES, THREAD_RULES } from './profiles/processes.ts';
import { SOCKET_RULES } from './profiles/sockets.ts';

export type SeccompNeeds = Pick<SandboxModeRules, 'processes' | 'network'>;

const EPERM = 1;

const BY_PROCESSES: Readonly<Record<SeccompNeeds['processes'], readonly SeccompRule[]>> = {
  none: THREAD_RULES,
  toolbox: PROCESS_RULES,
  system: [...PROCESS_RULES, ...SYSTEM_RULES],
};

const BY_NETWORK: Readonly<Record<SeccompNeeds['network'], readonly SeccompRule[]>> = {
  none: [],
  isolated: SOCKET_RULES,
  loopback: SOCKET_RULES,
};

/** The filter of a mode: what is not on its list answers EPERM. */
export function modeProfile({ processes, network }: SeccompNeeds): SeccompProfile {
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: EPERM,
    syscalls: [...BASE_RULES, ...BY_PROCESSES[processes], ...BY_NETWORK[network]],
  };
}

import type { SeccompRule } from '../profile.ts';

const CLONE_THREAD = 0x00010000;
/** Every CLONE_NEW* flag that `clone` takes: namespaces are made by the sandbox alone. */
const CLONE_NAMESPACES = 0x7e020000;

/** Threads, but no processes. */
export const THREAD_RULES: readonly SeccompRule[] = [
  {
    comment: 'threads',
    names: ['clone'],
    action: 'SCMP_ACT_ALLOW',
    args: [
      {
        index: 0,
        op: 'SCMP_CMP_MASKED_EQ',
        value: CLONE_THREAD + CLONE_NAMESPACES,
        valueTwo: CLONE_THREAD,
      },
    ],
  },
];

/** Threads and processes, in the sandbox's own namespaces. */
export const PROCESS_RULES: readonly SeccompRule[] = [
  {
    comment: 'processes and threads',
    names: ['clone'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, op: 'SCMP_CMP_MASKED_EQ', value: CLONE_NAMESPACES, valueTwo: 0 }],
  },
  {
    comment: 'processes, and files that exist in memory alone',
    names: ['fork', 'vfork', 'execveat', 'memfd_create'],
    action: 'SCMP_ACT_ALLOW',
  },
];

/** What any program of the system may ask for beyond that: IPC in the sandbox's own namespace, confining itself. */
export const SYSTEM_RULES: readonly SeccompRule[] = [
  {
    comment: 'System V and POSIX IPC',
    names: [
      ...['shmget', 'shmat', 'shmdt', 'shmctl', 'semget', 'semop', 'semtimedop', 'semctl'],
      ...['msgget', 'msgsnd', 'msgrcv', 'msgctl'],
      ...['mq_open', 'mq_unlink', 'mq_timedsend', 'mq_timedreceive', 'mq_notify', 'mq_getsetattr'],
    ],
    action: 'SCMP_ACT_ALLOW',
  },
  {
    comment: 'confining itself further',
    names: ['seccomp', 'landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self'],
    action: 'SCMP_ACT_ALLOW',
  },
];

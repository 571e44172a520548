export { createBubblewrapBackend } from './backend.ts';
export { diagnose } from './probe/diagnose.ts';
export type { Diagnosis } from './probe/diagnosis.ts';
export type { ConnectionRecord, NetworkOptions } from './network/connection-record.ts';
export type { OperatorMount } from './operator-mounts.ts';
export type { BubblewrapOptions } from './options.ts';
export { modeProfile as modeSeccompProfile } from './seccomp/mode-profile.ts';
export type { SeccompProfile } from './seccomp/profile.ts';

import type { Checks } from '../check.ts';
import { BASH_FAILURE_CHECKS } from './bash-failures.ts';
import { BASH_STATE_CHECKS } from './bash-state.ts';
import { BASH_STREAM_CHECKS } from './bash-streams.ts';

export const BASH_CHECKS: Checks = {
  ...BASH_STREAM_CHECKS,
  ...BASH_STATE_CHECKS,
  ...BASH_FAILURE_CHECKS,
};

import type { Checks } from '../check.ts';
import { LIMIT_OUTPUT_CHECKS } from './limits-output.ts';
import { LIMIT_RESOURCE_CHECKS } from './limits-resources.ts';
import { LIMIT_TIME_CHECKS } from './limits-time.ts';

export const LIMITS_CHECKS: Checks = {
  ...LIMIT_OUTPUT_CHECKS,
  ...LIMIT_TIME_CHECKS,
  ...LIMIT_RESOURCE_CHECKS,
};

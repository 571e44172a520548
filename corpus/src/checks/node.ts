import type { Checks } from '../check.ts';
import { NODE_STREAM_CHECKS } from './node-streams.ts';
import { NODE_SURROUNDING_CHECKS } from './node-surroundings.ts';
import { NODE_SURVIVAL_CHECKS } from './node-survival.ts';
import { NODE_VALUE_CHECKS } from './node-values.ts';

export const NODE_CHECKS: Checks = {
  ...NODE_VALUE_CHECKS,
  ...NODE_STREAM_CHECKS,
  ...NODE_SURVIVAL_CHECKS,
  ...NODE_SURROUNDING_CHECKS,
};

import { LIMITS_CHECKS } from '../src/checks/limits.ts';
import { describeArea } from '../src/describe-area.ts';

describeArea('limits', LIMITS_CHECKS);

import { BASH_CHECKS } from '../src/checks/bash.ts';
import { describeArea } from '../src/describe-area.ts';

describeArea('bash', BASH_CHECKS);

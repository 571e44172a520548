import { NODE_CHECKS } from '../src/checks/node.ts';
import { describeArea } from '../src/describe-area.ts';

describeArea('node', NODE_CHECKS);

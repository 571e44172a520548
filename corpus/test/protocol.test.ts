import { PROTOCOL_CHECKS } from '../src/checks/protocol.ts';
import { describeArea } from '../src/describe-area.ts';

describeArea('protocol', PROTOCOL_CHECKS);

import { replayOrphans } from '../src/checks/sandbox-orphans.ts';
import { SANDBOX_CHECKS } from '../src/checks/sandbox.ts';
import { describeArea } from '../src/describe-area.ts';

describeArea('sandbox', SANDBOX_CHECKS, { 'sb-013-orphans': replayOrphans });

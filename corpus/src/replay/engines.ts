import { createEngine as composeEngine } from '@repltool/core';
import { SANDBOX_MODES } from '@repltool/policy';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { createEngine, defaultRunners, type Engine } from 'repltool';
import type { Wall } from '../plan.ts';

const MAX_SESSIONS = 100;

export function engineBehind(wall: Wall): Engine {
  if (wall === 'product') return createEngine({ maxSessions: MAX_SESSIONS });
  return composeEngine({
    runners: defaultRunners(),
    sandbox: createBubblewrapBackend(),
    policy: {
      rules: (mode) => ({ ...SANDBOX_MODES[mode], mode: 'relaxed' }),
      check: () => [],
    },
    maxSessions: MAX_SESSIONS,
  });
}

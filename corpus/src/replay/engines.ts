import { createEngine as composeEngine } from '@repltool/core';
import { SANDBOX_MODES } from '@repltool/policy';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { createEngine, defaultRunners, type Engine } from 'repltool';
import type { Wall } from '../plan.ts';

const MAX_SESSIONS = 100;

/** @param dataDir where the workspaces of its sessions are */
export function engineBehind(wall: Wall, dataDir: string): Engine {
  if (wall === 'product') return createEngine({ maxSessions: MAX_SESSIONS, dataDir });
  return composeEngine({
    runners: defaultRunners(),
    sandbox: createBubblewrapBackend({ dataDir }),
    policy: {
      rules: (mode) => ({ ...SANDBOX_MODES[mode], mode: 'relaxed' }),
      check: () => [],
    },
    maxSessions: MAX_SESSIONS,
  });
}

import { createEngine as composeEngine } from '@repltool/core';
import { SANDBOX_MODES } from '@repltool/policy';
import { createBubblewrapBackend } from '@repltool/sandbox';
import { createEngine, defaultRunners, type Engine } from 'repltool';

const MAX_SESSIONS = 100;

/** The product as it is: policy and fence in front of the boundary. */
export function productEngine(): Engine {
  return createEngine({ maxSessions: MAX_SESSIONS });
}

/**
 * The boundary alone, as it must hold against native code: each mode's sandbox without the policy, and with the
 * interpreters' fence of relaxed mode, which is none.
 */
export function boundaryEngine(): Engine {
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

/** The interpreters' fence alone, as the modes have it: no rule looks at the text of a cell before it runs. */
export function fenceEngine(): Engine {
  return composeEngine({
    runners: defaultRunners(),
    sandbox: createBubblewrapBackend(),
    policy: { rules: (mode) => SANDBOX_MODES[mode], check: () => [] },
    maxSessions: MAX_SESSIONS,
  });
}

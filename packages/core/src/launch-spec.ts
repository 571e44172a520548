import type { ResourceLimits, SandboxModeRules } from '@repltool/protocol';
import type { InterpreterCandidate, RunnerPlugin } from './ports/runner.ts';
import { SANDBOX_PATHS, type ProcessSpec } from './ports/sandbox.ts';

/** The environment every interpreter starts with; nothing of the host's is in it. */
const BASE_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: SANDBOX_PATHS.workspace,
  TMPDIR: SANDBOX_PATHS.tmp,
  USER: 'sandbox',
  LOGNAME: 'sandbox',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  TERM: 'dumb',
} as const;

/** The process that runs `plugin`'s driver on `candidate`. */
export function toProcessSpec(
  plugin: RunnerPlugin,
  request: { candidate: InterpreterCandidate; rules: SandboxModeRules; limits: ResourceLimits },
): ProcessSpec {
  const plan = plugin.launch(request);
  return {
    argv: plan.argv,
    env: { ...BASE_ENVIRONMENT, ...plan.env },
    mounts: [{ source: request.candidate.executable }, ...request.candidate.mounts, ...plan.mounts],
    driverFiles: plan.driverFiles,
  };
}

import {
  DEFAULT_RESOURCE_LIMITS,
  ReplError,
  type ResourceLimits,
  type ResourceLimitsRequest,
  type SandboxModeRules,
} from '@repltool/protocol';
import type { RunnerPlugin } from './ports/runner.ts';

function refuse(field: keyof ResourceLimits, value: number, message: string): never {
  throw new ReplError(
    'InvalidResourceLimits',
    `resource_limits.${field}: ${message}, not ${value}`,
    {
      issues: [{ field: `resource_limits.${field}`, value: String(value), message }],
    },
  );
}

/**
 * The limits in force: as asked, else the default, which a mode's ceiling lowers.
 * @throws ReplError InvalidResourceLimits when what was asked is above the mode's ceiling or too little for the interpreter
 */
export function settleLimits(
  asked: ResourceLimitsRequest,
  rules: SandboxModeRules,
  plugin: Pick<RunnerPlugin, 'displayName' | 'minMemoryMb'>,
): ResourceLimits {
  const limits: ResourceLimits = { ...DEFAULT_RESOURCE_LIMITS };
  for (const field of Object.keys(limits) as (keyof ResourceLimits)[]) {
    const value = asked[field];
    const ceiling = rules.ceilings[field] ?? Infinity;
    if (value !== undefined && value > ceiling) {
      refuse(field, value, `must be at most ${ceiling} in ${rules.mode} mode`);
    }
    limits[field] = value ?? Math.min(limits[field], ceiling);
  }
  if (limits.max_memory_mb < plugin.minMemoryMb) {
    refuse(
      'max_memory_mb',
      limits.max_memory_mb,
      `must be at least ${plugin.minMemoryMb} for ${plugin.displayName}`,
    );
  }
  return limits;
}

import type { SandboxMode } from '@repltool/protocol';
import { seccompArchitecture } from './architecture.ts';
import { compileSeccompProfile } from './compile.ts';
import { modeProfile, type SeccompNeeds } from './mode-profile.ts';
import { parseSeccompProfile } from './profile.ts';

/** Profiles in the OCI format, not yet checked, that take the place of a mode's own. */
export type SeccompOverrides = Readonly<Partial<Record<SandboxMode, unknown>>>;

export interface FilterCache {
  /** The compiled filter of a mode for this machine; the same buffer each time. */
  get(rules: SeccompNeeds & { readonly mode: SandboxMode }): Buffer;
}

/**
 * @param arch as `process.arch` gives it
 * @throws ReplError InvalidRequest naming what is wrong with an override, SandboxUnavailable for an unknown processor
 */
export function createFilterCache(arch: string, overrides: SeccompOverrides = {}): FilterCache {
  const architecture = seccompArchitecture(arch);
  const replaced = new Map(
    Object.entries(overrides).map(([mode, profile]) => [
      mode,
      compileSeccompProfile(parseSeccompProfile(profile), architecture),
    ]),
  );
  const filters = new Map<string, Buffer>();
  return {
    get(rules) {
      const key = `${rules.processes} ${rules.network}`;
      const known = replaced.get(rules.mode) ?? filters.get(key);
      if (known !== undefined) return known;
      const filter = compileSeccompProfile(modeProfile(rules), architecture);
      filters.set(key, filter);
      return filter;
    },
  };
}

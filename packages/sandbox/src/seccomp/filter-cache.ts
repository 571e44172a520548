import { seccompArchitecture } from './architecture.ts';
import { compileSeccompProfile } from './compile.ts';
import { modeProfile, type SeccompNeeds } from './mode-profile.ts';

export interface FilterCache {
  /** The compiled filter of a mode for this machine; the same buffer each time. */
  get(needs: SeccompNeeds): Buffer;
}

export function createFilterCache(arch: string = process.arch): FilterCache {
  const filters = new Map<string, Buffer>();
  return {
    get(needs) {
      const key = `${needs.processes} ${needs.network}`;
      const known = filters.get(key);
      if (known !== undefined) return known;
      const filter = compileSeccompProfile(modeProfile(needs), seccompArchitecture(arch));
      filters.set(key, filter);
      return filter;
    },
  };
}

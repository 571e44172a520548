import type { SeverityByMode } from './rule.ts';

/** Of what no mode allows. */
export const DENIED: SeverityByMode = { strict: 'deny', standard: 'deny', relaxed: 'deny' };

/** Of what strict mode alone keeps out. */
export const DENIED_IN_STRICT: SeverityByMode = { strict: 'deny', standard: 'off', relaxed: 'off' };

/** Of what strict mode keeps out and standard mode remarks on. */
export const WARNED_IN_STANDARD: SeverityByMode = {
  strict: 'deny',
  standard: 'warn',
  relaxed: 'off',
};

/** Of what strict mode has another rule for, and standard mode remarks on. */
export const STANDARD_ONLY: SeverityByMode = { strict: 'off', standard: 'warn', relaxed: 'off' };

/** Of what no mode forbids, though it is seldom meant well. */
export const WARNED: SeverityByMode = { strict: 'warn', standard: 'warn', relaxed: 'warn' };

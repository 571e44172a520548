/** One line of what this host can enforce. */
export interface Diagnosis {
  /** What was tried, such as `user namespaces`. */
  readonly part: string;
  /** `degraded`: sandboxes work, with less than the strongest means; `missing`: they do not. */
  readonly state: 'ok' | 'degraded' | 'missing';
  /** What was seen. */
  readonly why: string;
  /** What to do about it; empty when all is well. */
  readonly mend: string;
}

export const ok = (part: string, why: string): Diagnosis => ({ part, state: 'ok', why, mend: '' });

export const missing = (part: string, why: string, mend: string): Diagnosis => ({
  part,
  state: 'missing',
  why,
  mend,
});

export const degraded = (part: string, why: string, mend: string): Diagnosis => ({
  part,
  state: 'degraded',
  why,
  mend,
});

import type { RuleDescription } from './rule.ts';

/** Of cells that are too long, or nest too deep, to be parsed while others wait. */
export const NOT_EXAMINED: RuleDescription = {
  id: 'policy/not-examined',
  severity: { strict: 'deny', standard: 'warn', relaxed: 'off' },
  message: 'Is too long or nests too deep for the rules to examine it.',
  reason: 'Examining it would keep other sessions waiting.',
  hint: 'Split the cell; read large data from a file.',
};

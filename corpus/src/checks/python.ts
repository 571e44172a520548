import type { Checks } from '../check.ts';
import { PYTHON_FAILURE_CHECKS } from './python-failures.ts';
import { PYTHON_INTERRUPT_CHECKS } from './python-interrupts.ts';
import { PYTHON_NAMESPACE_CHECKS } from './python-namespace.ts';
import { PYTHON_STREAM_CHECKS } from './python-streams.ts';

export const PYTHON_CHECKS: Checks = {
  ...PYTHON_STREAM_CHECKS,
  ...PYTHON_INTERRUPT_CHECKS,
  ...PYTHON_FAILURE_CHECKS,
  ...PYTHON_NAMESPACE_CHECKS,
};

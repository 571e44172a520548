import type { Checks } from '../check.ts';
import { SANDBOX_FILE_CHECKS } from './sandbox-files.ts';
import { SANDBOX_KERNEL_CHECKS } from './sandbox-kernel.ts';
import { SANDBOX_SECRET_CHECKS } from './sandbox-secrets.ts';

export const SANDBOX_CHECKS: Checks = {
  ...SANDBOX_SECRET_CHECKS,
  ...SANDBOX_FILE_CHECKS,
  ...SANDBOX_KERNEL_CHECKS,
};

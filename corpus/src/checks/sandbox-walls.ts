import { expect } from 'vitest';
import type { Replayed } from '../replay/replay.ts';

/**
 * Whether the policy is what stops the case: in strict mode it does, before a cell runs. The same cell is tried on the
 * kernel's wall alone as well.
 */
export function stoppedByPolicy({ cells, plan }: Replayed): boolean {
  if (plan.mode !== 'strict' || plan.wall !== 'product') return false;
  expect(cells.at(-1)).toMatchObject({
    kind: 'refused',
    error: { code: 'MaliciousCodeDetected' },
  });
  return true;
}

import { describe, expect, it } from 'vitest';
import { createStateLedger } from './state-ledger.ts';

const KEPT = { kind: 'kept' } as const;
const EXIT = { code: null, signal: null };

describe('the account of a driver that lies', () => {
  it('remembers its latest safe cells alone', () => {
    const ledger = createStateLedger(null);
    for (const cell of ['first', 'second', 'third']) ledger.end(cell, KEPT);
    ledger.safe('first');
    for (let count = 0; count < 99; count += 1) ledger.safe(`lie ${count}`);
    expect(ledger.target(1)).toBe('first');
    ledger.safe('one more lie');
    expect(ledger.target(1)).toBeUndefined();
    ledger.safe('second');
    expect(ledger.target(1)).toBe('second');
  });

  it('has room for so many lost names', () => {
    const ledger = createStateLedger(null);
    for (let count = 0; count < 50; count += 1) {
      const lostNames = Array.from({ length: 1000 }, (_, name) => `${count} ${name}`);
      ledger.restoredBetween({ exit: EXIT, cell: null, lostNames });
    }
    expect(ledger.end('cell', KEPT).lost_names).toHaveLength(1000);
  });
});

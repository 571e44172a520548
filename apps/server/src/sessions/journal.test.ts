import type { Session, SessionListener } from '@repltool/core';
import { expect, test } from 'vitest';
import { createJournals } from './journal.ts';

const MIB = 1024 * 1024;

test.each([
  ['metadata', { data: {}, metadata: { 'text/plain': 'x'.repeat(MIB) } }],
  ['data', { data: { 'text/plain': 'x'.repeat(MIB) }, metadata: {} }],
])('a journal is bounded, whatever is large in what it is told: %s', (_what, large) => {
  let listener: SessionListener = {};
  const session: Pick<Session, 'subscribe'> = {
    subscribe(added) {
      listener = added;
      return () => undefined;
    },
  };
  const journal = createJournals()(session as Session);
  for (let count = 0; count < 50; count += 1) {
    const origin = {
      session_id: 's',
      execution_id: 'c',
      action: 'show',
      display_id: null,
    } as const;
    listener.display?.({ ...origin, ...large });
  }
  expect(journal.end).toBe(50);
  expect(journal.at(0)?.index).toBe(47);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPrecedence, type Precedence } from './urgency.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** A sandbox and what it was last told; it begins urgent, as the kernel has it. */
function open(precedence: Precedence) {
  const sandbox = { urgent: true, told: 0 };
  const urgency = precedence.of({
    prioritise(urgent) {
      sandbox.urgent = urgent;
      sandbox.told += 1;
    },
  });
  return { sandbox, urgency };
}

it('lets work step back while an answer is wanted, and go on after', () => {
  const precedence = createPrecedence();
  const work = open(precedence);
  const answer = open(precedence);
  work.urgency.cellBegins();
  vi.advanceTimersByTime(1000);
  expect(work.sandbox.urgent).toBe(true);

  answer.urgency.cellBegins();
  expect(work.sandbox.urgent).toBe(false);
  expect(answer.sandbox.urgent).toBe(true);
  vi.advanceTimersByTime(1);
  answer.urgency.cellEnded();
  expect(work.sandbox.urgent).toBe(false);
  vi.advanceTimersByTime(20);
  expect(work.sandbox.urgent).toBe(true);
});

it('has a cell that runs on become work, and what is left behind it yield', () => {
  const precedence = createPrecedence();
  const long = open(precedence);
  const answer = open(precedence);
  long.urgency.cellBegins();
  vi.advanceTimersByTime(60);
  answer.urgency.cellBegins();
  expect(long.sandbox.urgent).toBe(false);
  long.urgency.cellEnded();
  answer.urgency.cellEnded();
  vi.advanceTimersByTime(100);
  expect([long.sandbox.urgent, answer.sandbox.urgent]).toEqual([false, false]);
  long.urgency.cellBegins();
  expect(long.sandbox.urgent).toBe(true);
});

it('costs quick cells one after the other nothing', () => {
  const { sandbox, urgency } = open(createPrecedence());
  for (let cell = 0; cell < 1000; cell += 1) {
    urgency.cellBegins();
    vi.advanceTimersByTime(1);
    urgency.cellEnded();
    vi.advanceTimersByTime(3);
  }
  expect(sandbox.told).toBe(0);
});

it('does not let a loop of cells be always first', () => {
  const precedence = createPrecedence();
  const greedy = open(precedence);
  const work = open(precedence);
  work.urgency.cellBegins();
  vi.advanceTimersByTime(100);
  let first = 0;
  for (let cell = 0; cell < 100; cell += 1) {
    greedy.urgency.cellBegins();
    vi.advanceTimersByTime(40);
    if (!work.sandbox.urgent) first += 1;
    greedy.urgency.cellEnded();
    vi.advanceTimersByTime(1);
  }
  expect(first).toBeLessThan(10);
});

it('forgets a session that ends in the middle', () => {
  const precedence = createPrecedence();
  const work = open(precedence);
  const gone = open(precedence);
  work.urgency.cellBegins();
  vi.advanceTimersByTime(60);
  gone.urgency.cellBegins();
  gone.urgency[Symbol.dispose]();
  vi.advanceTimersByTime(20);
  expect(work.sandbox.urgent).toBe(true);
});

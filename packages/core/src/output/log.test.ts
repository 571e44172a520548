import type { OutputEvent } from '@repltool/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutputLog, type OutputLog } from './log.ts';

const CELL = { executionId: 'cell', late: false };

describe('output log', () => {
  let log: OutputLog;
  let seen: OutputEvent[];

  beforeEach(() => {
    vi.useFakeTimers();
    log = createOutputLog('session1', 10_000);
    seen = [];
    log.subscribe((event) => seen.push(event));
  });
  afterEach(() => {
    log[Symbol.dispose]();
    vi.useRealTimers();
  });

  const textOf = (stream: string): string =>
    seen
      .filter((event) => event.stream === stream)
      .map(({ text }) => text)
      .join('');

  it('passes the first write on at once', () => {
    log.append('stdout', Buffer.from('now'), CELL);
    expect(seen).toMatchObject([{ seq: 0, stream: 'stdout', text: 'now', execution_id: 'cell' }]);
  });

  it('gathers what follows, so that a write a byte is not an event a byte', () => {
    for (let i = 0; i < 1000; i += 1) log.append('stdout', Buffer.from('.'), CELL);
    vi.advanceTimersByTime(100);
    expect(textOf('stdout')).toBe('.'.repeat(1000));
    expect(seen).toHaveLength(2);
  });

  it('holds half a character back instead of breaking it', () => {
    for (const byte of Buffer.from('€🚀')) log.append('stdout', Buffer.of(byte), CELL);
    log.flush();
    expect(textOf('stdout')).toBe('€🚀');
  });

  it('keeps the decoding of the streams apart', () => {
    const euro = Buffer.from('€');
    log.append('stdout', euro.subarray(0, 1), CELL);
    log.append('stderr', euro, CELL);
    log.append('stdout', euro.subarray(1), CELL);
    log.flush();
    expect([textOf('stdout'), textOf('stderr')]).toEqual(['€', '€']);
  });

  it('never mixes the output of two origins in one event', () => {
    log.append('stdout', Buffer.from('a'), CELL);
    log.append('stdout', Buffer.from('b'), CELL);
    log.append('stdout', Buffer.from('c'), { executionId: 'cell', late: true });
    log.flush();
    expect(seen.map(({ text, late }) => [text, late])).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
    ]);
  });

  it('splits a big write into events of bounded size, between characters', () => {
    log.append('stdout', Buffer.from('🚀'.repeat(50_000)), CELL);
    log.flush();
    expect(textOf('stdout')).toBe('🚀'.repeat(50_000));
    for (const { text } of seen) {
      expect(text.length).toBeLessThanOrEqual(65_536);
      expect(text.isWellFormed()).toBe(true);
    }
  });

  it('forgets the oldest beyond its capacity and says where it begins', () => {
    for (let i = 0; i < 100; i += 1) {
      log.append('stdout', Buffer.from('x'.repeat(1000)), CELL);
      log.flush();
    }
    const page = log.read(0, 1000);
    expect(page.first_available).toBeGreaterThan(80);
    expect(page.events[0]?.seq).toBe(page.first_available);
    expect(page.next_cursor).toBe(100);
  });

  it('reads on from a cursor without gap or repetition', () => {
    for (let i = 0; i < 5; i += 1) {
      log.append('stdout', Buffer.from(String(i)), CELL);
      log.flush();
    }
    const first = log.read(0, 2);
    const rest = log.read(first.next_cursor, 100);
    expect([...first.events, ...rest.events].map(({ text }) => text).join('')).toBe('01234');
    expect(log.read(rest.next_cursor, 10)).toMatchObject({ events: [], next_cursor: 5 });
  });
});

import { describe, expect, it } from 'vitest';
import { createDisplays } from './displays.ts';
import type { ShowFrame } from './driver/frames.ts';

const MIB = 1024 * 1024;

function frame(overrides: Partial<ShowFrame> = {}): ShowFrame {
  const data = { 'text/plain': 'x' };
  return { type: 'display', action: 'show', data, metadata: {}, display_id: 'd', ...overrides };
}

function cellShowing(frames: readonly ShowFrame[]): unknown[] {
  const displays = createDisplays('s');
  displays.startCell('c');
  for (const one of frames) displays.receive(one);
  return displays.endCell();
}

describe('what a cell shows', () => {
  it.each([
    ['data', { data: { 'text/plain': 'x'.repeat(4 * MIB) } }],
    ['metadata', { metadata: { 'text/plain': 'x'.repeat(4 * MIB) } }],
    ['an id', { display_id: 'x'.repeat(4 * MIB) }],
  ])('is bounded, also in %s', (_what, large) => {
    const shown = cellShowing(Array.from({ length: 10 }, () => frame(large)));
    expect(JSON.stringify(shown).length).toBeLessThan(17 * MIB);
    expect(shown.at(-1)).toMatchObject({
      data: { 'text/plain': expect.stringContaining('more not kept') as string },
    });
  });

  it('is bounded when one update stands in many places', () => {
    const update = frame({ action: 'update', data: { 'text/plain': 'x'.repeat(MIB) } });
    const shown = cellShowing([...Array.from({ length: 900 }, () => frame()), update]);
    expect(JSON.stringify(shown).length).toBeLessThan(17 * MIB);
  });
});

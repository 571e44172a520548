import { describe, expect, it } from 'vitest';
import { createMarkScanner, type CellPhase } from './marks.ts';

const BOUNDARY = '0123456789abcdef0123456789abcdef';
const OPEN = `\x1e${BOUNDARY}[\x1e`;
const CLOSE = `\x1e${BOUNDARY}]\x1e`;

/** What a scanner makes of `pieces`, adjoining bytes of one phase joined. */
function scan(
  pieces: readonly Buffer[],
  expected = true,
): { segments: [CellPhase, string][]; closed: number } {
  const segments: [CellPhase, string][] = [];
  let closed = 0;
  const scanner = createMarkScanner({
    bytes(chunk, phase) {
      const last = segments.at(-1);
      if (last?.[0] === phase) last[1] += chunk.toString('latin1');
      else segments.push([phase, chunk.toString('latin1')]);
    },
    opened: () => undefined,
    closed: () => (closed += 1),
  });
  if (expected) scanner.expect(BOUNDARY);
  for (const piece of pieces) scanner.push(piece);
  scanner.flush();
  return { segments, closed };
}

describe('mark scanner', () => {
  const stream = Buffer.from(`early${OPEN}out\x1e${BOUNDARY}put\x1e${CLOSE}late`, 'latin1');
  const wanted = {
    segments: [
      ['before', 'early'],
      ['inside', `out\x1e${BOUNDARY}put\x1e`],
      ['after', 'late'],
    ],
    closed: 1,
  };

  it('splits a stream at its marks, whatever looks like them (R-EXE-03)', () => {
    expect(scan([stream])).toEqual(wanted);
  });

  it.each([1, 2, 3, 7, 33, 34, 35, 36])(
    'splits the same when it arrives %i bytes at a time',
    (size) => {
      const pieces: Buffer[] = [];
      for (let at = 0; at < stream.length; at += size) pieces.push(stream.subarray(at, at + size));
      expect(scan(pieces)).toEqual(wanted);
    },
  );

  it('lets output through at once that only might have become a mark', () => {
    const seen: string[] = [];
    const scanner = createMarkScanner({
      bytes: (chunk) => seen.push(chunk.toString('latin1')),
      opened: () => undefined,
      closed: () => undefined,
    });
    scanner.expect(BOUNDARY);
    scanner.push(Buffer.from(`${OPEN}abc\x1e01`, 'latin1'));
    expect(seen).toEqual(['abc']);
    scanner.push(Buffer.from('x', 'latin1'));
    expect(seen.join('')).toBe('abc\x1e01x');
  });

  it('calls everything late when no cell is expected', () => {
    expect(scan([Buffer.from('ghost')], false)).toEqual({
      segments: [['after', 'ghost']],
      closed: 0,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { createStreamCapture } from './capture.ts';

describe('stream capture', () => {
  it('keeps everything up to the limit', () => {
    const capture = createStreamCapture(10);
    for (const text of ['ab', 'cdefgh', 'ij']) capture.push(Buffer.from(text));
    expect(capture.text(10)).toEqual({ text: 'abcdefghij', cut: null });
  });

  it('keeps 40 % head and 60 % tail beyond it, with exact counts (R-LIM-04)', () => {
    const capture = createStreamCapture(100);
    for (let i = 0; i < 1000; i += 1) capture.push(Buffer.from(String(i % 10)));
    const { text, cut } = capture.text(100);
    expect(cut).toEqual({ headBytes: 40, tailBytes: 60 });
    expect(text).toBe(
      `${'0123456789'.repeat(4)}\n[… 900 bytes left out …]\n${'0123456789'.repeat(6)}`,
    );
    expect(capture.totalBytes).toBe(1000);
  });

  it('gives the same for one big write', () => {
    const capture = createStreamCapture(100);
    capture.push(Buffer.from('0123456789'.repeat(100)));
    expect(capture.text(100).cut).toEqual({ headBytes: 40, tailBytes: 60 });
  });

  it('cuts between characters, never inside one', () => {
    const capture = createStreamCapture(50);
    capture.push(Buffer.from('🚀'.repeat(100)));
    const { text, cut } = capture.text(50);
    expect(text).not.toContain('\uFFFD');
    expect(cut).toEqual({ headBytes: 20, tailBytes: 28 });
  });

  it('fits into a smaller budget', () => {
    const capture = createStreamCapture(100);
    capture.push(Buffer.from('x'.repeat(80)));
    expect(capture.text(10)).toEqual({
      text: `xxxx\n[… 70 bytes left out …]\nxxxxxx`,
      cut: { headBytes: 4, tailBytes: 6 },
    });
  });
});

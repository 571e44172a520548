import { describe, expect, it } from 'vitest';
import { bearerToken, createTokenCheck, generateToken } from './token.ts';

describe('R-SEC-01 the token', () => {
  it('has at least 128 bits and never comes twice', () => {
    const tokens = Array.from({ length: 100 }, generateToken);
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]+$/);
      expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    }
  });

  it('is recognised whole and nothing else is', () => {
    const isToken = createTokenCheck('correct-horse-battery');
    expect(isToken('correct-horse-battery')).toBe(true);
    for (const wrong of ['', 'correct-horse-batter', 'correct-horse-battery ', undefined, 7, {}]) {
      expect(isToken(wrong)).toBe(false);
    }
  });

  it('is read from a bearer header in any letter case of the scheme', () => {
    expect(bearerToken('Bearer abc')).toBe('abc');
    expect(bearerToken('bearer  abc ')).toBe('abc');
    for (const header of [undefined, '', 'abc', 'Basic abc', 'Bearer', 'Bearer a b']) {
      expect(bearerToken(header)).toBeUndefined();
    }
  });
});
